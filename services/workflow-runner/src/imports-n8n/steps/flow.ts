import { ownProperty, ownText } from '@atrium/workflow-rules'
import { sameShape } from '../document/item-shape.ts'
import { readNumeral } from '../numerals.ts'
import { translateComparison, translateConditions } from './conditions.ts'
import { type MappedNode, type Mapper, type Mapping, passOn, type StepReader } from './mapping.ts'

const folded = 'Comparisons ignore case and accents.'

const branch: Mapper = (step) => ({
  node: {
    type: 'if',
    params: {
      ...translateConditions(step, step.raw('conditions'), step.text('combineOperation')),
    },
  },
  outputs: ['true', 'false'],
  shape: 'passes',
  hint: folded,
})

const filter: Mapper = (step) => {
  const params = {
    ...translateConditions(
      step,
      step.raw('conditions'),
      step.text('combineConditions').toLowerCase() === 'or' ? 'any' : '',
    ),
  }
  return step.has('filter')
    ? { node: { type: 'filter', params }, shape: 'passes', hint: folded }
    : {
        node: { type: 'if', params },
        outputs: ['true'],
        shape: 'passes',
        hint: `Items that do not pass leave at “false”. ${folded}`,
      }
}

interface Rule {
  output: string
  combinator: string
  conditions: unknown
}

const reserved = 'else'

/** Names the outputs of a Switch, each once. */
function nameOutputs(rules: readonly unknown[]): string[] {
  const used = new Set([reserved])
  return rules.map((rule, at) => {
    const wanted = (ownText(rule, 'outputKey') || String(at + 1)).trim().slice(0, 90)
    const name = used.has(wanted) || wanted === '' ? `${wanted} ${at + 1}`.trim() : wanted
    used.add(name)
    return name
  })
}

const mostRules = 100

function toSwitch(step: StepReader, rules: readonly Rule[], outputs: Mapping['outputs']): Mapping {
  const all = step.raw('options', 'allMatchingOutputs') === true
  return {
    node: { type: 'switch', params: { rules: [...rules], ...(all ? { match: 'all' } : {}) } },
    outputs: outputs ?? rules.map(({ output }) => output),
    shape: 'passes',
    hint: folded,
    differences: rules.length < mostRules ? [] : [`Only the first ${mostRules} rules were read.`],
  }
}

// Since version 3: `{ rules: { values: [{ conditions, outputKey }] } }`.
const presentSwitch = (step: StepReader): Mapping => {
  const given = step.list('rules', 'values').slice(0, mostRules)
  const names = nameOutputs(given)
  const rules = given.map((rule, at) => ({
    output: names[at] ?? '',
    ...translateConditions(step, ownProperty(rule, 'conditions')),
  }))
  return toSwitch(step, rules, [...names, reserved])
}

// Before: one value is compared with each rule, and a rule names its output by index.
function formerSwitch(step: StepReader): Mapping {
  const given = step.list('rules', 'rules').slice(0, mostRules)
  const names = nameOutputs(given)
  const indexes = given.map((rule, at) => {
    const output = ownProperty(rule, 'output')
    const index = output === undefined ? at : readNumeral(output)
    return Number.isInteger(index) && index >= 0 && index < mostRules ? index : undefined
  })
  const left = step.raw('value1')
  const rules = given.map((rule, at) => ({
    output: names[at] ?? '',
    ...translateComparison(step, {
      left,
      operation: ownText(rule, 'operation').replace(/^=/, '') || 'equal',
      right: ownProperty(rule, 'value2') ?? '',
    }),
  }))
  // In n8n several rules may lead to one output. Here each rule has its own output.
  const outputs: string[][] = []
  for (const [at, index] of indexes.entries()) {
    if (index !== undefined) outputs[index] = [...(outputs[index] ?? []), names[at] ?? '']
  }
  const otherwise = step.raw('fallbackOutput')
  if (typeof otherwise === 'number' && otherwise >= 0 && otherwise <= mostRules) {
    outputs[otherwise] = [...(outputs[otherwise] ?? []), reserved]
  }
  return toSwitch(step, rules, Array.from(outputs))
}

const switches: Mapper = (step) => {
  if (step.text('mode') === 'expression') {
    return { missing: 'The output is computed by an expression. Add a Switch with rules.' }
  }
  return step.version >= 3 ? presentSwitch(step) : formerSwitch(step)
}

function toJoin(step: StepReader): Mapping {
  const byFields = step.list('mergeByFields', 'values')
  const [pair] = byFields.length > 0 ? byFields : step.list('fieldsToMatch', 'values')
  const [first, second] =
    pair === undefined
      ? [step.fields(step.raw('fieldsToMatchString'))[0] ?? '']
      : [step.field(ownText(pair, 'field1')), step.field(ownText(pair, 'field2'))]
  const mode = step.text('joinMode') || 'keepMatches'
  const differences = [
    ...(second !== undefined && second !== first
      ? [
          `Rename the field ${second} of the second branch to ${first}, because both must be the same.`,
        ]
      : []),
    ...(byFields.length > 1 ? ['Only the first field joins the items.'] : []),
    ...(mode === 'keepNonMatches' || mode === 'enrichInput2'
      ? ['Check which items are kept. This way of joining has no exact counterpart.']
      : []),
  ]
  const keep = mode === 'keepMatches' ? 'matched' : mode === 'keepEverything' ? 'all' : 'first'
  return { node: { type: 'merge', params: { mode: 'by_key', key: first, keep } }, differences }
}

const appended = (differences: readonly string[] = []): Mapping => ({
  node: { type: 'merge', params: { mode: 'append' } },
  shape: 'passes',
  differences,
})

const merge: Mapper = (step) => {
  const mode = step.text('mode') || 'append'
  const way = step.text('combineBy') || step.text('combinationMode')
  if (mode === 'append') return appended()
  if (mode === 'mergeByIndex' || /position/i.test(way)) {
    const all = step.raw('options', 'includeUnpaired') === true
    return {
      node: { type: 'merge', params: { mode: 'by_position', keep: all ? 'all' : 'matched' } },
      shape: 'passes',
    }
  }
  if (mode === 'mergeByKey') {
    const key = step.field(step.raw('propertyName1'))
    return {
      node: { type: 'merge', params: { mode: 'by_key', key, keep: 'first' } },
      shape: 'passes',
    }
  }
  if (
    mode === 'multiplex' ||
    way === 'combineAll' ||
    way === 'multiplex' ||
    mode === 'combineBySql'
  ) {
    return { missing: 'Merge cannot pair every item of one branch with every item of another.' }
  }
  if (mode === 'combine') return { ...toJoin(step), shape: 'passes' }
  return appended(['The items of all branches pass on, because one branch cannot be chosen.'])
}

const units: ReadonlySet<string> = new Set(['seconds', 'minutes', 'hours', 'days'])

const wait: Mapper = (step) => {
  const resume = step.text('resume') || 'timeInterval'
  if (resume === 'specificTime') {
    return {
      node: { type: 'wait', params: { until: step.asText(step.raw('dateTime')) } },
      shape: 'passes',
    }
  }
  if (resume !== 'timeInterval') {
    return { missing: 'A step cannot wait for a call. Let a second workflow start with the call.' }
  }
  const isFormer = step.version < 1.1
  const unit = step.text('unit') || (isFormer ? 'hours' : 'seconds')
  const amount = step.number('amount', isFormer ? 1 : 5)
  return {
    node: {
      type: 'wait',
      params: { amount: Math.max(amount, 0), unit: units.has(unit) ? unit : 'hours' },
    },
    shape: 'passes',
    differences:
      typeof step.raw('amount') === 'string' && step.text('amount').startsWith('=')
        ? ['Enter how long to wait. The time was computed by an expression.']
        : [],
  }
}

const callWorkflow: Mapper = (step) => {
  const isEach = step.text('mode') === 'each'
  const node: MappedNode = { type: isEach ? 'for_each' : 'call_workflow', params: { workflow: '' } }
  return {
    node,
    shape: sameShape,
    differences: [
      'Choose the workflow to run. It must be active and start with its Run button.',
      ...(step.raw('options', 'waitForSubWorkflow') === false
        ? ['This step waits until the other workflow has ended.']
        : []),
    ],
  }
}

/** The type of n8n's loop. Its connections are redrawn. */
export const loopType = 'n8n-nodes-base.splitInBatches'

const loop: Mapper = () => ({
  ...passOn,
  differences: [
    'The steps behind “loop” run once with all items, because each step works on every item itself. The steps behind “done” follow after them.',
  ],
})

const respond: Mapper = () => ({
  ...passOn,
  differences: [
    'The response is the items of the workflow’s last steps. Status, headers and text of the response were left out.',
  ],
})

/** Steps that branch, join, wait and call. */
export const flow: Readonly<Record<string, Mapper>> = {
  'n8n-nodes-base.if': branch,
  'n8n-nodes-base.filter': filter,
  'n8n-nodes-base.switch': switches,
  'n8n-nodes-base.merge': merge,
  'n8n-nodes-base.wait': wait,
  'n8n-nodes-base.executeWorkflow': callWorkflow,
  'n8n-nodes-base.respondToWebhook': respond,
  'n8n-nodes-base.noOp': () => passOn,
  [loopType]: loop,
}

import type { Condition, ConditionGroup, ConditionOperator } from '@atrium/contracts'
import { isRecord, ownProperty, ownText } from '@atrium/workflow-rules'
import type { StepReader } from './mapping.ts'

const operators: ReadonlyMap<string, ConditionOperator> = new Map(
  Object.entries({
    equals: 'is',
    equal: 'is',
    notEquals: 'is_not',
    notEqual: 'is_not',
    contains: 'contains',
    notContains: 'not_contains',
    startsWith: 'starts_with',
    endsWith: 'ends_with',
    gt: 'gt',
    larger: 'gt',
    after: 'gt',
    gte: 'gte',
    largerEqual: 'gte',
    afterOrEquals: 'gte',
    lt: 'lt',
    smaller: 'lt',
    before: 'lt',
    lte: 'lte',
    smallerEqual: 'lte',
    beforeOrEquals: 'lte',
    regex: 'matches',
    exists: 'exists',
    notEmpty: 'exists',
    isNotEmpty: 'exists',
    notExists: 'not_exists',
    empty: 'not_exists',
    isEmpty: 'not_exists',
    true: 'is',
    false: 'is_not',
  } as const),
)

const countOperators: ReadonlyMap<string, ConditionOperator> = new Map(
  Object.entries({
    lengthEquals: 'is',
    lengthNotEquals: 'is_not',
    lengthGt: 'gt',
    lengthGte: 'gte',
    lengthLt: 'lt',
    lengthLte: 'lte',
  } as const),
)

const takesRight = (operator: ConditionOperator): boolean =>
  operator !== 'exists' && operator !== 'not_exists'

interface N8nCondition {
  left: unknown
  operation: string
  right: unknown
}

// An empty left side keeps the workflow from being activated until a person fills it in.
const unfinished = (step: StepReader, { left, operation }: N8nCondition): Condition => {
  step.lost.push(`Choose another comparison, because “${operation}” has no counterpart.`)
  return { left: readLeft(step, left), operator: 'is', right: '' }
}

const simpleExpression = /^\{\{[^{}]*\}\}$/

function readLeft(step: StepReader, left: unknown): string {
  const text = step.asText(left)
  if (text.length > 2_000) return ''
  if (typeof left === 'string' && !left.startsWith('=') && text !== '') {
    step.lost.push(`Choose a field instead of the text “${text.slice(0, 100).toWellFormed()}”.`)
    return ''
  }
  return text
}

const withCount = (left: string): string =>
  simpleExpression.test(left) ? `${left.slice(0, -2).trimEnd()} | count }}` : left

function translateCondition(step: StepReader, condition: N8nCondition): Condition {
  const { operation } = condition
  const ofLength = countOperators.get(operation)
  const operator = ofLength ?? operators.get(operation)
  if (operator === undefined) return unfinished(step, condition)
  const read = readLeft(step, condition.left)
  const left = ofLength === undefined ? read : withCount(read)
  if (operation === 'true' || operation === 'false') return { left, operator, right: true }
  return takesRight(operator)
    ? { left, operator, right: step.translate(condition.right) }
    : { left, operator }
}

// `{ string: [{ value1, operation, value2 }], number: […], boolean: […], dateTime: […] }`
function readFormer(conditions: unknown): N8nCondition[] {
  if (!isRecord(conditions)) return []
  return Object.entries(conditions).flatMap(([type, list]) =>
    (Array.isArray(list) ? list : []).map((each) => ({
      left: ownProperty(each, 'value1'),
      operation:
        ownText(each, 'operation') ||
        (type === 'number' ? 'smaller' : type === 'dateTime' ? 'after' : 'equal'),
      right: ownProperty(each, 'value2') ?? '',
    })),
  )
}

const readPresent = (list: readonly unknown[]): N8nCondition[] =>
  list.map((each) => ({
    left: ownProperty(each, 'leftValue'),
    operation: ownText(ownProperty(each, 'operator'), 'operation'),
    right: ownProperty(each, 'rightValue') ?? '',
  }))

const mostConditions = 100

/** Translates a group of conditions as If, Filter and Switch write it. */
export function translateConditions(
  step: StepReader,
  conditions: unknown,
  formerCombinator = '',
): ConditionGroup {
  const list = ownProperty(conditions, 'conditions')
  const found = Array.isArray(list) ? readPresent(list) : readFormer(conditions)
  if (found.length > mostConditions) {
    step.lost.push(`Only the first ${mostConditions} conditions were read.`)
  }
  const isAny = ownText(conditions, 'combinator') === 'or' || formerCombinator === 'any'
  return {
    combinator: isAny ? 'or' : 'and',
    conditions: found.slice(0, mostConditions).map((each) => translateCondition(step, each)),
  }
}

/** Translates one comparison of the former Switch. */
export const translateComparison = (step: StepReader, condition: N8nCondition): ConditionGroup => ({
  combinator: 'and',
  conditions: [translateCondition(step, condition)],
})

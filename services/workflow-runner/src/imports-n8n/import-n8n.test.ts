import { WorkflowGraph } from '@atrium/contracts'
import { expectLinear } from '@atrium/testkit'
import { describe, expect, it } from 'vitest'
import { validateGraph } from '../engine/index.ts'
import { allNodes } from '../nodes/index.ts'
import { importN8n } from './import-n8n.ts'
import { writeN8nFile } from './n8n-file.ts'

const palette = new Map(allNodes.map(({ type, label }) => [type, label]))
const pace = { due: () => false, yield: async () => {} }
const read = (document: unknown) => importN8n(document, palette, pace)

/** Imports steps in a row behind a Run button. */
async function readRow(...steps: Parameters<typeof writeN8nFile>[0]) {
  const all = [{ name: 'Start', type: 'manualTrigger' }, ...steps]
  const lines = all.slice(1).map(({ name }, at) => `${all[at]?.name} > ${name}`)
  return read(writeN8nFile(all, lines))
}

const readParams = (graph: WorkflowGraph, name: string) =>
  graph.nodes.find((node) => node.name === name)?.params

/** Translates an expression in a field of a step behind a Run button. */
async function translate(value: unknown, ...before: Parameters<typeof writeN8nFile>[0]) {
  const { graph, notes } = await readRow(...before, {
    name: 'Set',
    type: 'set',
    typeVersion: 3.4,
    parameters: { assignments: { assignments: [{ name: 'x', value, type: 'string' }] } },
  })
  const { fields } = readParams(graph, 'Set') as { fields: { value: unknown }[] }
  return { value: fields[0]?.value, note: notes.find(({ nodeName }) => nodeName === 'Set') }
}

describe('an expression', () => {
  it.each([
    ['plain {{ text }}', 'plain {{ text }}'],
    ['={{ $json.x }}', '{{ $json.x }}'],
    ['={{$json["a b"][0].c}}', "{{ $json['a b'][0].c }}"],
    ['=Dear {{ $json.name }}, hello', 'Dear {{ $json.name }}, hello'],
    ["={{ $('Start').item.json.x }}", "{{ $node['Start'].json.x }}"],
    ["={{ $('Start').first().json.x }}", "{{ $node['Start'].json.x }}"],
    ['={{ $node["Start"].json["x"] }}', "{{ $node['Start'].json.x }}"],
    ['={{ $input.item.json.x }}', '{{ $json.x }}'],
    ['={{ $json.x.trim().toUpperCase() }}', '{{ $json.x | trim | upper }}'],
    ['={{ $json.x.toFixed(2) }}', '{{ $json.x | round: 2 }}'],
    ["={{ $json.tags.join(', ') }}", "{{ $json.tags | join: ', ' }}"],
    ["={{ $json.x || 'none' }}", "{{ $json.x | default: 'none' }}"],
    ['={{ $json.x ?? $json.y }}', '{{ $json.x | default: $json.y }}'],
    ['={{ $json.list.length }}', '{{ $json.list | count }}'],
    ['={{ $json.list.first() }}', '{{ $json.list | first }}'],
    ["={{ $json.x.replace('a', 'b') }}", "{{ $json.x | replace: 'a', 'b' }}"],
    ['={{ $json.x.slice(0, 20) }}', '{{ $json.x | truncate: 20 }}'],
    [
      "={{ DateTime.fromISO($json.at).toFormat('dd.MM.yyyy') }}",
      "{{ $json.at | date: 'DD.MM.YYYY' }}",
    ],
    ['={{ $now }}', "{{ $node['Start'].json.firedAt }}"],
    [
      "={{ $now.toFormat('yyyy-MM-dd') }}",
      "{{ $node['Start'].json.firedAt | date: 'YYYY-MM-DD' }}",
    ],
    ['={{ $today }}', "{{ $node['Start'].json.firedAt | date: 'YYYY-MM-DD' }}"],
    ["={{ 'Mr ' + $json.name }}", 'Mr {{ $json.name }}'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is the text of a file.
    ['={{ `${$json.a}/${$json.b}` }}', '{{ $json.a }}/{{ $json.b }}'],
    ['={{ $json.count + 1 }}', '{{ $json.count | plus: 1 }}'],
    ['={{ JSON.stringify($json.x) }}', '{{ $json.x | json }}'],
    ['={{ encodeURIComponent($json.x) }}', '{{ $json.x | url }}'],
    ['={{ true }}', true],
  ])('translates %s', async (given, expected) => {
    const { value, note } = await translate(given)
    expect(value).toBe(expected)
    expect(note?.outcome).toBe('mapped')
  })

  it.each([
    '={{ $json.list.map((each) => each.name) }}',
    '={{ $json.a ? 1 : 2 }}',
    "={{ $('Nowhere').item.json.x }}",
    '={{ $env.TOKEN }}',
    "={{ $now.toFormat('EEEE') }}",
    '={{ $json.x.replace(/a/g, "b") }}',
    '={{ process.exit(1) }}',
    '={{ (((((((((((((((((((((((((((((((((((((($json.x)))))))))))))))))))))))))))))))))))))) }}',
  ])('keeps %s and names it when it has no counterpart', async (given) => {
    const { value, note } = await translate(given)
    expect(value).toBe(given.slice(1))
    expect(note).toMatchObject({ outcome: 'approximated' })
    expect(note?.message).toContain('no counterpart')
  })

  it('reads a response under body when it refers to an HTTP request', async () => {
    const http = { name: 'Get', type: 'httpRequest', parameters: { url: 'https://example.com' } }
    expect((await translate('={{ $json.total }}', http)).value).toBe('{{ $json.body.total }}')
    expect((await translate("={{ $('Get').item.json.total }}", http)).value).toBe(
      "{{ $node['Get'].json.body.total }}",
    )
    const filter = {
      name: 'If',
      type: 'if',
      typeVersion: 2,
      parameters: {
        conditions: {
          combinator: 'and',
          conditions: [
            { leftValue: '={{ $json.total }}', rightValue: 5, operator: { operation: 'gt' } },
          ],
        },
      },
    }
    const { graph } = await readRow(http, filter)
    expect(readParams(graph, 'If')).toEqual({
      combinator: 'and',
      conditions: [{ left: '{{ $json.body.total }}', operator: 'gt', right: 5 }],
    })
  })
})

describe('a step', () => {
  it.each([
    [
      'schedule of weeks',
      'scheduleTrigger',
      { rule: { interval: [{ field: 'weeks', triggerAtDay: [1, 3], triggerAtHour: 7 }] } },
      { cron: '0 7 * * 1,3', tz: 'Europe/Berlin' },
    ],
    [
      'schedule of minutes',
      'scheduleTrigger',
      { rule: { interval: [{ field: 'minutes', minutesInterval: 10 }] } },
      { cron: '*/10 * * * *', tz: 'Europe/Berlin' },
    ],
    [
      'cron expression',
      'scheduleTrigger',
      { rule: { interval: [{ field: 'cronExpression', expression: '5 4 * * *' }] } },
      { cron: '5 4 * * *', tz: 'Europe/Berlin' },
    ],
    [
      'former cron step',
      'cron',
      { triggerTimes: { item: [{ hour: 6 }] } },
      { cron: '0 6 * * *', tz: 'Europe/Berlin' },
    ],
    ['webhook', 'webhook', { path: 'x', responseMode: 'lastNode' }, { respond: 'last_output' }],
    [
      'former set',
      'set',
      { values: { number: [{ name: 'n', value: '4' }] }, keepOnlySet: true },
      { fields: [{ name: 'n', value: 4 }], keep: false },
    ],
    ['split', 'splitOut', { fieldToSplitOut: 'lines' }, { field: 'lines', as: 'lines' }],
    [
      'sort',
      'sort',
      { sortFieldsUi: { sortField: [{ fieldName: 'at', order: 'descending' }] } },
      { by: [{ field: 'at', direction: 'descending' }] },
    ],
    ['limit', 'limit', { maxItems: 3, keep: 'lastItems' }, { count: 3, from: 'last' }],
    [
      'known items',
      'removeDuplicates',
      { operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: '={{ $json.id }}' },
      { by: ['id'], scope: 'ever' },
    ],
    ['wait', 'wait', { amount: 3, unit: 'minutes' }, { amount: 3, unit: 'minutes' }],
    [
      'aggregate',
      'aggregate',
      { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: 'a.b' }] } },
      { compute: [{ operation: 'list', field: 'a.b', as: 'b' }] },
    ],
    [
      'merge',
      'merge',
      { mode: 'combine', combineBy: 'combineByPosition' },
      { mode: 'by_position', keep: 'matched' },
    ],
    [
      'former request',
      'httpRequest',
      {
        url: 'https://example.com',
        requestMethod: 'POST',
        jsonParameters: true,
        bodyParametersJson: '={"a": {{ $json.x }}, "b": "{{ $json.y }}!"}',
      },
      {
        url: 'https://example.com',
        method: 'POST',
        body: { a: '{{ $json.x }}', b: '{{ $json.y }}!' },
      },
    ],
    [
      'mail',
      'emailSend',
      { toEmail: 'a@example.com', subject: '=Hi {{ $json.n }}', text: 'Text' },
      { to: 'a@example.com', subject: 'Hi {{ $json.n }}', text: 'Text' },
    ],
    [
      'chat',
      '@n8n/n8n-nodes-langchain.openAi',
      {
        messages: {
          values: [{ role: 'system', content: 'Be brief.' }, { content: '={{ $json.q }}' }],
        },
      },
      { prompt: 'Be brief.\n\n{{ $json.q }}', tools: [] },
    ],
  ])('maps a %s', async (_, type, parameters, params) => {
    const { graph, notes } = await read(writeN8nFile([{ name: 'Step', type, parameters }]))
    expect(readParams(graph, 'Step')).toEqual(params)
    expect(notes).toMatchObject([{ nodeName: 'Step', outcome: 'mapped' }])
  })

  it('keeps code and sticky notes as notes on the canvas', async () => {
    const { graph, notes } = await readRow(
      { name: 'Code', type: 'code', parameters: { jsCode: 'return [globalThis.process.pid]' } },
      { name: 'Note', type: 'stickyNote', parameters: { content: 'Read me' } },
    )
    expect(graph.nodes.map(({ name }) => name)).toEqual(['Start'])
    expect(graph.notes?.map(({ text }) => text)).toEqual([
      'Code\n\nreturn [globalThis.process.pid]',
      'Read me',
    ])
    expect(notes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          nodeName: 'Code',
          type: 'n8n-nodes-base.code',
          outcome: 'missing',
        }),
        expect.objectContaining({ nodeName: 'Note', outcome: 'mapped' }),
      ]),
    )
  })

  it('leaves out the secrets of a request', async () => {
    const { graph, notes } = await readRow({
      name: 'Call',
      type: 'httpRequest',
      typeVersion: 4.2,
      parameters: {
        url: 'https://example.com',
        sendHeaders: true,
        headerParameters: {
          parameters: [
            { name: 'Authorization', value: 'Bearer abc' },
            { name: 'X-Kind', value: 'test' },
          ],
        },
      },
    })
    expect(readParams(graph, 'Call')).toEqual({
      url: 'https://example.com',
      headers: { 'X-Kind': 'test' },
    })
    expect(JSON.stringify(graph)).not.toContain('abc')
    expect(notes.find(({ nodeName }) => nodeName === 'Call')?.message).toContain('Authorization')
  })

  it('passes items on when n8n has switched it off', async () => {
    const { graph, notes } = await readRow({ name: 'Off', type: 'limit', disabled: true })
    expect(graph.nodes[1]).toMatchObject({ name: 'Off', type: 'set_fields' })
    expect(notes.find(({ nodeName }) => nodeName === 'Off')?.outcome).toBe('approximated')
  })
})

describe('the connections', () => {
  it('lead from both outputs of If and from the rules of Switch', async () => {
    const equals = (value: string) => ({
      outputKey: value,
      conditions: {
        conditions: [
          { leftValue: '={{ $json.k }}', rightValue: value, operator: { operation: 'equals' } },
        ],
      },
    })
    const { graph } = await read(
      writeN8nFile(
        [
          { name: 'Start', type: 'manualTrigger' },
          {
            name: 'If',
            type: 'if',
            typeVersion: 2,
            parameters: { conditions: { conditions: [] } },
          },
          {
            name: 'Switch',
            type: 'switch',
            typeVersion: 3.2,
            parameters: { rules: { values: [equals('a'), equals('b')] } },
          },
          { name: 'A', type: 'noOp' },
          { name: 'B', type: 'noOp' },
        ],
        ['Start > If', 'If:1 > Switch', 'Switch > A', 'Switch:1 > B'],
      ),
    )
    const names = new Map(graph.nodes.map(({ id, name }) => [id, name]))
    expect(
      graph.edges.map(
        ({ from, to }) => `${names.get(from.node)}.${from.output} > ${names.get(to.node)}`,
      ),
    ).toEqual(['Start.main > If', 'If.false > Switch', 'Switch.a > A', 'Switch.b > B'])
  })

  it('run a loop’s steps once and then what follows', async () => {
    const { graph, notes } = await read(
      writeN8nFile(
        [
          { name: 'Start', type: 'manualTrigger' },
          { name: 'Loop', type: 'splitInBatches', typeVersion: 3 },
          { name: 'Body', type: 'noOp' },
          { name: 'After', type: 'noOp' },
        ],
        ['Start > Loop', 'Loop > After', 'Loop:1 > Body', 'Body > Loop'],
      ),
    )
    const names = new Map(graph.nodes.map(({ id, name }) => [id, name]))
    expect(
      graph.edges.map(({ from, to }) => `${names.get(from.node)} > ${names.get(to.node)}`),
    ).toEqual(['Start > Loop', 'Loop done > After', 'Loop > Body', 'Body > Loop done'])
    expect(notes.some(({ message }) => message.includes('lost'))).toBe(false)
  })

  it.each([
    ['its target does not exist', ['Start > Nowhere'], 'Start', 'Nowhere'],
    ['its target has no counterpart', ['Start > Chat'], 'Start', 'Chat'],
    ['its source has no counterpart', ['Start > End', 'Chat > End'], 'Chat', 'End'],
    ['it closes a circle', ['Start > End', 'End > Other', 'Other > End'], 'Other', 'End'],
  ])('name the first step when one is lost because %s', async (_, lines, first, second) => {
    const { notes } = await read(
      writeN8nFile(
        [
          { name: 'Start', type: 'manualTrigger' },
          { name: 'Chat', type: 'telegram' },
          { name: 'End', type: 'noOp' },
          { name: 'Other', type: 'noOp' },
        ],
        lines,
      ),
    )
    expect(notes).toContainEqual(
      expect.objectContaining({ nodeName: first, message: expect.stringContaining(`“${second}”`) }),
    )
  })
})

it('makes a graph without problems when every step has a counterpart', async () => {
  const { graph, notes } = await readRow(
    {
      name: 'Fields',
      type: 'set',
      typeVersion: 3.4,
      parameters: {
        assignments: { assignments: [{ name: 'n', value: '={{ 3 }}', type: 'number' }] },
      },
    },
    { name: 'Few', type: 'limit', parameters: { maxItems: 2 } },
    { name: 'Pause', type: 'wait', parameters: { amount: 1, unit: 'seconds' } },
  )
  const lookup = (type: string) => allNodes.find((each) => each.type === type)
  expect(await validateGraph(graph, lookup, pace)).toEqual([])
  expect(notes.every(({ outcome }) => outcome === 'mapped')).toBe(true)
})

describe('a hostile document', () => {
  it.each([null, 3, 'text', [], {}, { nodes: 3 }, { nodes: {} }])(
    'is rejected when it is %j',
    async (document) => {
      await expect(read(document)).rejects.toMatchObject({ code: 'workflow_invalid' })
    },
  )

  it('gets a note for each step when names and keys are hostile', async () => {
    const names = ['__proto__', 'constructor', '', '}}', "'] {{", 'x'.repeat(5_000), '__proto__']
    const document = JSON.parse(
      JSON.stringify({
        nodes: [
          ...names.map((name) => ({ name, type: 'n8n-nodes-base.noOp', position: ['a', null] })),
          { name: 'Odd', type: '__proto__', parameters: 'no object' },
          null,
          7,
        ],
        connections: 'none',
      }).replace('"none"', '{ "__proto__": { "main": [[{ "node": "constructor" }]] } }'),
    )
    const { graph, notes } = await read(document)
    expect(WorkflowGraph.safeParse(graph).success).toBe(true)
    expect(notes.length).toBeGreaterThanOrEqual(document.nodes.length)
    expect(new Set(graph.nodes.map(({ name }) => name)).size).toBe(graph.nodes.length)
    expect(graph.edges).toHaveLength(1)
    expect(({} as Record<string, unknown>)['main']).toBeUndefined()
  })

  it('gets notes and no further steps when it has 10,000', async () => {
    const steps = Array.from({ length: 10_000 }, () => ({ name: 'Same', type: 'noOp' }))
    const { graph, notes } = await read(writeN8nFile(steps))
    expect(graph.nodes).toHaveLength(5_000)
    expect(notes).toHaveLength(10_000)
  })

  it.each([
    [
      'a chain',
      (count: number) => {
        const steps = Array.from({ length: count }, (_, at) => ({ name: `s${at}`, type: 'noOp' }))
        return writeN8nFile(
          steps,
          steps.slice(1).map(({ name }, at) => `s${at} > ${name}`),
        )
      },
    ],
    [
      'a circle of loops',
      (count: number) => {
        const steps = Array.from({ length: count }, (_, at) => ({
          name: `s${at}`,
          type: 'splitInBatches',
          typeVersion: 3,
        }))
        return writeN8nFile(
          steps,
          steps.map(({ name }, at) => `${name}:1 > s${(at + 1) % count}`),
        )
      },
    ],
    [
      'open braces',
      (count: number) =>
        writeN8nFile([
          { name: 'a', type: 'noOp' },
          {
            name: 'Set',
            type: 'set',
            parameters: { values: { string: [{ name: 'x', value: `=${"{{'".repeat(count)}` }] } },
          },
        ]),
    ],
    [
      'long expressions',
      (count: number) =>
        writeN8nFile([
          {
            name: 'Set',
            type: 'set',
            parameters: {
              values: {
                string: [{ name: 'x', value: `=${'{{ $json.x.trim() }} '.repeat(count)}` }],
              },
            },
          },
        ]),
    ],
  ])('is read in linear time when it is %s', async (name, prepare) => {
    await expectLinear(name, 4_000, (size) => {
      const document = prepare(size)
      return () => read(document)
    })
  })
})

import { describe, expect, it } from 'vitest'
import { validateGraph } from '../engine/index.ts'
import { allNodes } from '../nodes/index.ts'
import { writeN8nFile } from './n8n-file.ts'
import { pace, read, readParams, readRow } from './read-row.ts'
import { suggestions } from './steps/suggestions.ts'

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
      { by: ['id'], scope: 'ever', compare: 'exact' },
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

  it.each([
    ['code', 'Replace it with steps: “Set fields” and “Format text” for texts'],
    ['telegram', 'There is no step for Telegram. Send the message with the step “HTTP request”'],
    ['telegramTrigger', 'Nothing starts by itself for Telegram. Start with a webhook'],
    ['googleSheets', 'To read, publish the sheet as CSV'],
    ['googleSheetsTrigger', 'Use a schedule that reads the sheet'],
    ['airtable', 'https://api.airtable.com/v0/<base>/<table>'],
    ['slack', 'There is no step for Slack. Create an address for incoming messages'],
    [
      'todoist',
      'There is no step for todoist. If it has an interface, use the step “HTTP request”.',
    ],
    ['todoistTrigger', 'Nothing starts by itself for todoist. Use a webhook or a schedule.'],
  ])('says what to use instead when %s has no counterpart', async (type, words) => {
    const { notes } = await readRow({ name: 'Step', type, parameters: {} })
    expect(notes).toContainEqual(
      expect.objectContaining({
        nodeName: 'Step',
        outcome: 'missing',
        message: expect.stringContaining(words),
      }),
    )
  })

  it('does not call a step missing when only the step behind it is', async () => {
    const { notes } = await readRow(
      { name: 'Code', type: 'code', parameters: {} },
      { name: 'Limit', type: 'limit', parameters: {} },
      { name: 'Slack', type: 'slack', parameters: {} },
      { name: 'Discord', type: 'discord', parameters: {} },
    )
    expect(notes.map(({ nodeName, outcome, message }) => [nodeName, outcome, message])).toEqual(
      expect.arrayContaining([
        ['Start', 'mapped', 'It became “Run button”.'],
        ['Start', 'approximated', 'Connect it to what replaces “Code”.'],
        ['Code', 'missing', 'Connect its replacement to “Limit”.'],
        ['Limit', 'approximated', 'Connect it to what replaces “Slack”.'],
        ['Slack', 'missing', 'Connect its replacement to what replaces “Discord”.'],
      ]),
    )
    expect(
      new Set(notes.filter(({ outcome }) => outcome === 'missing').map((note) => note.nodeName)),
    ).toEqual(new Set(['Code', 'Slack', 'Discord']))
  })

  it('names only steps that exist when it suggests others', () => {
    const labels = new Set(allNodes.map(({ label }) => label))
    const sentences = [...suggestions.values()].flatMap(({ act, start = '' }) => [act, start])
    for (const [, label = ''] of sentences.join(' ').matchAll(/“([^”]+)”/g))
      expect([label, labels.has(label)]).toEqual([label, true])
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

  it('lead from every rule and from else when they share an output of a former Switch', async () => {
    const rules = [
      { operation: 'equal', value2: 'a', output: 0 },
      { operation: 'equal', value2: 'b', output: 0 },
      { operation: 'equal', value2: 'c', output: 1 },
    ]
    const { graph, notes } = await read(
      writeN8nFile(
        [
          {
            name: 'Switch',
            type: 'switch',
            parameters: { value1: '={{ $json.k }}', rules: { rules }, fallbackOutput: 1 },
          },
          { name: 'A', type: 'noOp' },
          { name: 'B', type: 'noOp' },
        ],
        ['Switch > A', 'Switch:1 > B'],
      ),
    )
    const names = new Map(graph.nodes.map(({ id, name }) => [id, name]))
    expect(graph.edges.map(({ from, to }) => `${from.output} > ${names.get(to.node)}`)).toEqual([
      '1 > A',
      '2 > A',
      '3 > B',
      'else > B',
    ])
    expect(notes.some(({ message }) => message.includes('lost'))).toBe(false)
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

it('uses UTC when the file names the zone of its server', async () => {
  const file = writeN8nFile([{ name: 'Daily', type: 'scheduleTrigger' }])
  const { graph } = await read({ ...file, settings: { timezone: 'DEFAULT' } })
  expect(readParams(graph, 'Daily')).toMatchObject({ tz: 'UTC' })
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

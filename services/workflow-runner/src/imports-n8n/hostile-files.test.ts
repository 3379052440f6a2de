import { WorkflowGraph } from '@atrium/contracts'
import { expectLinear } from '@atrium/testkit'
import { describe, expect, it } from 'vitest'
import { importN8n } from './import-n8n.ts'
import { writeN8nFile } from './n8n-file.ts'
import { palette, read, readParams } from './read-row.ts'

it('pauses for other work between the expressions of one step', async () => {
  const fields = Array.from({ length: 150 }, (_, at) => ({
    name: `f${at}`,
    type: 'string',
    value: `={{ $json.a${at} }} and {{ $json.b${at}.trim() }}`,
  }))
  const parameters = { assignments: { assignments: fields } }
  const file = writeN8nFile([{ name: 'Set', type: 'set', typeVersion: 3.4, parameters }])
  let pauses = 0
  const counting = {
    due: () => true,
    yield: async () => {
      pauses += 1
    },
  }
  const { graph } = await importN8n(file, palette, counting)
  expect(pauses).toBeGreaterThan(2 * fields.length)
  expect(readParams(graph, 'Set')).toMatchObject({
    fields: expect.arrayContaining([
      { name: 'f149', value: '{{ $json.a149 }} and {{ $json.b149 | trim }}' },
    ]),
  })
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

  const odd: unknown[] = [{ toString: 1 }, { valueOf: 1, toString: 1 }, [[{ toString: 1 }]]]

  it.each([
    ...odd.flatMap((value) => [
      { type: 'limit', parameters: { maxItems: value } },
      { type: 'set', parameters: { include: 'selected', includeFields: value }, typeVersion: 3.4 },
      {
        type: 'if',
        parameters: { conditions: { conditions: [{ operator: { operation: value } }] } },
      },
      { type: 'switch', parameters: { rules: { rules: [{ output: value }] } } },
      { type: 'scheduleTrigger', parameters: { rule: { interval: [{ triggerAtHour: value }] } } },
      { type: 'httpRequest', parameters: { options: { timeout: value } } },
    ]),
    ...['toString', '__proto__', 'constructor'].flatMap((name) => [
      {
        type: 'summarize',
        parameters: { fieldsToSummarize: { values: [{ aggregation: name, field: 'x' }] } },
      },
      { type: 'dateTime', parameters: { operation: name } },
    ]),
  ])('gets a note when a parameter is hostile: %j', async (step) => {
    const file = writeN8nFile([{ name: 'Odd', ...step }])
    const { notes } = await read({ ...file, settings: { timezone: { toString: 1 } } })
    expect(notes.some(({ nodeName }) => nodeName === 'Odd')).toBe(true)
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

import type { WorkflowItem } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun, testNode } from '../../../test/recorded-run.ts'
import { items, type Json, through } from '../../../test/through-node.ts'
import { createTurns } from '../../lanes/turns.ts'

const count = 10_000
const numbered = (json: (n: number) => Json): WorkflowItem[] =>
  Array.from({ length: count }, (_, n) => ({ json: json(n) }))
/** Keys that break a lookup in plain objects or a weak hash. */
const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '0',
  '-0',
  ' ',
  'ß',
  'ss',
  'İ',
]

/** Runs a graph with several branches that join in one node. */
async function joined(type: string, params: Json, branches: WorkflowItem[][]) {
  const sources = branches.map((list, at) =>
    testNode(`source-${at}`, () => ({ outputs: { main: list } })),
  )
  const drawn = graph(
    [
      node('start', 'trigger.manual'),
      ...branches.map((_, at) => node(`b${at}`, `source-${at}`)),
      node('it', type, params),
    ],
    branches.flatMap((_, at) => [edge('start', `b${at}`), edge(`b${at}`, 'it')]),
  )
  let free = 0
  const before = process.memoryUsage().heapUsed
  let peak = before
  const timer = setInterval(() => {
    free += 1
    peak = Math.max(peak, process.memoryUsage().heapUsed)
  }, 5)
  const { nodes } = await recordedRun(drawn, { nodes: sources, turns: createTurns()('org_1') })
  clearInterval(timer)
  return { node: nodes['it'], free, heap: peak - before }
}

describe('large batches', () => {
  const long = 'k'.repeat(1_500)

  it.each<[string, Json, number]>([
    ['sort', { by: [{ field: 'v' }, { field: 'text', direction: 'descending' }] }, count],
    ['dedupe', { by: ['v', 'text'] }, count],
    ['aggregate', { groupBy: ['v'], compute: [{ operation: 'count', as: 'n' }] }, 5_000],
    ['set_fields', { fields: [{ name: 'a.b', value: '{{ $json.v }}' }], remove: ['text'] }, count],
  ])('passes 10,000 items with long keys through %s in turns', async (type, params, expected) => {
    const given = numbered((n) => ({ v: `${long}${n % 5_000}`, text: `${n}` }))
    const { node: run, free } = await joined(type, params, [given])
    expect(run).toMatchObject({ status: 'completed', itemsOut: expected })
    expect(free).toBeGreaterThan(2)
  })

  it('merges 10,000 items by key with as many others in turns', async () => {
    const left = numbered((n) => ({ id: `${long}${n}`, left: n }))
    const right = numbered((n) => ({ id: `${long}${count - 1 - n}`, right: n }))
    const { node: run, free } = await joined(
      'merge',
      { mode: 'by_key', key: 'id', keep: 'matched' },
      [left, right],
    )
    expect(run).toMatchObject({ status: 'completed', itemsOut: count })
    expect(run?.sample?.items[0]?.json).toMatchObject({ left: 0, right: count - 1 })
    expect(free).toBeGreaterThan(2)
  })
})

describe('hostile keys', () => {
  const given = [...hostileKeys, ...hostileKeys].map((key, at) => ({
    json: { key, [key]: at, at },
  }))
  const present = hostileKeys.filter((key) => key !== '')

  it('treats hostile keys as plain data in dedupe, aggregate and merge', async () => {
    const once = await through(
      'dedupe',
      { by: ['key'], compare: 'exact' },
      given.filter(({ json }) => json.key !== ''),
    )
    expect(once.main.map(({ key }) => key)).toEqual(present)
    const compute = [{ operation: 'count', as: 'n' }]
    const groups = await through('aggregate', { groupBy: ['key'], compute }, given)
    expect(groups.main).toEqual(hostileKeys.map((key) => ({ key, n: 2 })))
    const { node: run } = await joined('merge', { mode: 'by_key', key: 'key' }, [
      present.map((key) => ({ json: { key, a: 1 } })),
      present.map((key) => ({ json: { key, b: 2 } })),
    ])
    expect(run).toMatchObject({ status: 'completed', itemsOut: present.length })
    expect(({} as Json)['n']).toBeUndefined()
  })

  it('does not parse a long text of digits at every comparison', async () => {
    const digits = '1'.repeat(4_000_000)
    const values = items({ v: digits }, ...Array.from({ length: 2_000 }, (_, n) => ({ v: n })))
    const sorted = await through('sort', { by: [{ field: 'v' }] }, values)
    expect(sorted.main.at(-1)?.['v']).toBe(digits)
    const compute = [{ operation: 'maximum', field: 'v', as: 'most' }]
    expect((await through('aggregate', { compute }, values)).node?.error).toContain(
      'is not a number',
    )
  })
})

describe('large results from small inputs', () => {
  const tooMuch = 'The run has more than 64 MB of item data. Filter or limit the items earlier.'

  it.each<[string, Json, WorkflowItem[]]>([
    [
      'set_fields',
      { fields: [{ name: 'copy', value: '{{ $json.text }}{{ $json.text }}' }] },
      numbered(() => ({ text: 'x'.repeat(4_000) })),
    ],
    [
      'split',
      { field: 'list', keep: true },
      items({ list: Array(count).fill(0), text: 'x'.repeat(100_000) }),
    ],
    [
      'aggregate',
      {
        compute: Array.from({ length: 50 }, (_, n) => ({
          operation: 'join',
          field: 'text',
          as: `j${n}`,
        })),
      },
      numbered(() => ({ text: 'x'.repeat(1_000) })),
    ],
  ])('stops %s when its data exceeds the limit of the run', async (type, params, given) => {
    const { node: run } = await joined(type, params, [given])
    expect(run?.error).toBe(tooMuch)
  })

  it('stops merge when wide items joined with many others exceed the data limit', async () => {
    const wide = Array.from({ length: 100 }, (_, n) => ({
      json: {
        id: 'x',
        ...Object.fromEntries(Array.from({ length: 30 }, (_, k) => [`f${n}_${k}`, n])),
      },
    }))
    const {
      node: run,
      free,
      heap,
    } = await joined('merge', { mode: 'by_key', key: 'id', duplicates: 'combined' }, [
      numbered((n) => ({ id: 'x', n })),
      wide,
    ])
    expect(run?.error).toBe(tooMuch)
    // Without the limit in the node, all 30 million fields would exist before the run counts them.
    expect(heap).toBeLessThan(450_000_000)
    expect(free).toBeGreaterThan(2)
  })

  it('stops merge before it makes more pairs than an output can hold', async () => {
    const rows = numbered((n) => ({ id: 'x', n }))
    const { node: run, free } = await joined('merge', { mode: 'by_key', key: 'id' }, [
      rows,
      rows,
      rows,
    ])
    expect(run?.error).toContain('form more than 10000 pairs')
    expect(free).toBeGreaterThan(2)
  })

  it('refuses to give one item to many runs if the parked data exceeds 16 MB', async () => {
    const edges = Array.from({ length: 400 }, () => edge('b', 'each'))
    const big = testNode('big', () => ({
      outputs: { main: [{ json: { text: 'x'.repeat(100_000) } }] },
    }))
    const drawn = graph(
      [
        node('start', 'trigger.manual'),
        node('b', 'big'),
        node('each', 'for_each', { workflow: 'wf_2' }),
      ],
      [edge('start', 'b'), ...edges],
    )
    const { outcome } = await recordedRun(drawn, { nodes: [big] })
    if (outcome.status !== 'parked') throw new Error(`the run is ${outcome.status}`)
    expect(outcome.calls).toHaveLength(400)
    await expect(outcome.parts()).rejects.toThrow('The called workflows would get more than 16 MB')
  })
})

import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { recordedRun, testNode, toStatuses } from '../../test/recorded-run.ts'

const start = node('start', 'trigger.manual')
const group = { combinator: 'and', conditions: [] }

const puts = (count: number, json: (at: number) => Record<string, unknown> = (n) => ({ n })) =>
  testNode('puts', () => ({
    outputs: { main: Array.from({ length: count }, (_, at) => ({ json: json(at) })) },
  }))
const buildChain = (length: number) =>
  graph(
    [start, node('p', 'puts'), ...Array.from({ length }, (_, at) => node(`n${at}`, 'pass'))],
    [
      edge('start', 'p'),
      ...Array.from({ length }, (_, at) => edge(at === 0 ? 'p' : `n${at - 1}`, `n${at}`)),
    ],
  )

/**
 * Builds layers with two nodes each. Both nodes feed both nodes of the next layer, so the items
 * double with every layer.
 */
const doubling = (layers: number) => {
  const names = (layer: number) => [`a${layer}`, `b${layer}`]
  const all = Array.from({ length: layers }, (_, layer) => layer)
  return graph(
    [start, ...all.flatMap((layer) => names(layer).map((id) => node(id, 'if', group)))],
    all.flatMap((layer) =>
      names(layer).flatMap((to) =>
        layer === 0
          ? [edge('start', to)]
          : names(layer - 1).map((from) => edge(`${from}:true`, to)),
      ),
    ),
  )
}

describe('the limits of a run', () => {
  it('accepts 10,000 items on an output and refuses one more', async () => {
    const most = await recordedRun(buildChain(3), { nodes: [puts(10_000)] })
    expect(most.outcome.status).toBe('completed')
    const { outcome, nodes } = await recordedRun(buildChain(3), { nodes: [puts(10_001)] })
    expect(outcome).toMatchObject({
      status: 'failed',
      error: 'p: The output "main" has more than 10,000 items. Filter or limit the items earlier.',
    })
    expect(toStatuses(nodes)).toMatchObject({
      p: 'failed',
      n0: 'upstream_failed',
      n2: 'upstream_failed',
    })
  })

  it('refuses a run with more than 50,000 items', async () => {
    expect((await recordedRun(buildChain(4), { nodes: [puts(9_999)] })).outcome.status).toBe(
      'completed',
    )
    const { outcome } = await recordedRun(buildChain(6), { nodes: [puts(9_999)] })
    expect(outcome).toMatchObject({
      status: 'failed',
      error: 'n4: The run has more than 50,000 items. Filter or limit the items earlier.',
    })
  })

  it('refuses more than 50,000 input items of one node', async () => {
    const quiet = testNode('quiet', () => ({ outputs: { main: [] } }))
    const edges = Array.from({ length: 6 }, () => edge('p', 'q'))
    const { outcome } = await recordedRun(
      graph([start, node('p', 'puts'), node('q', 'quiet')], [edge('start', 'p'), ...edges]),
      { nodes: [puts(10_000), quiet] },
    )
    expect(outcome).toMatchObject({
      status: 'failed',
      error: 'q: The run has more than 50,000 items. Filter or limit the items earlier.',
    })
  })

  it('refuses more than 64 MB of item data, and counts data once if it is passed on', async () => {
    const fat = (count: number) =>
      puts(count, (at) => ({ text: `${at}`.repeat(1).padEnd(1_000_000, 'x') }))
    expect((await recordedRun(buildChain(20), { nodes: [fat(60)] })).outcome.status).toBe(
      'completed',
    )
    const { outcome } = await recordedRun(buildChain(1), { nodes: [fat(70)] })
    expect(outcome).toMatchObject({
      status: 'failed',
      error: 'p: The run has more than 64 MB of item data. Filter or limit the items earlier.',
    })
  })

  it('fails the run if the process cannot spare its bytes', async () => {
    let held = 0
    const hold = (bytes: number): boolean => {
      held += bytes
      return held < 1_000
    }
    const { outcome } = await recordedRun(buildChain(1), { nodes: [puts(100)], hold })
    expect(outcome.status).toBe('failed')
    expect(outcome.error).toContain('Too many large runs')
  })

  it('refuses an object with too many keys to weigh in pieces', async () => {
    const json = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]))
    const { outcome } = await recordedRun(buildChain(0), { nodes: [puts(1, () => json)] })
    expect(outcome.error).toBe('p: An item has an object with more than 10000 fields')
  })
})

describe('items that double with every layer', () => {
  it('fails the run with a readable error and keeps the process alive', async () => {
    const before = process.memoryUsage().rss
    const { outcome, nodes } = await recordedRun(doubling(26))
    expect(outcome.status).toBe('failed')
    expect(outcome.error).toMatch(
      /^[ab]\d+: (The output "\w+" has more than 10,000 items|The run has more than)/,
    )
    expect(Object.keys(nodes)).toHaveLength(53)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('fails the run even if the items are large', async () => {
    const text = 'x'.repeat(900_000)
    const before = process.memoryUsage().rss
    const { outcome } = await recordedRun(doubling(26), { seeds: { start: [{ json: { text } }] } })
    expect(outcome.status).toBe('failed')
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('keeps the record of a node small, even if its items are large', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [`key ${at}`, 'v'.repeat(1_000)]),
    )
    const conditions = Array.from({ length: 100 }, () => ({
      left: '{{ $json.wide }} {{ $json.wide }}',
      operator: 'is',
      right: 'x',
    })).slice(0, 2)
    const { nodes } = await recordedRun(
      graph(
        [start, node('i', 'if', { combinator: 'or', conditions }), node('p', 'pass')],
        [edge('start', 'i'), edge('i:false', 'p')],
      ),
      { seeds: { start: [{ json: { wide, lists: Array.from({ length: 300_000 }, () => []) } }] } },
    )
    for (const record of Object.values(nodes)) {
      expect(JSON.stringify(record.sample).length).toBeLessThan(9_000)
      expect(JSON.stringify(record.signalSamples ?? null).length).toBeLessThan(9_000)
    }
  })
})

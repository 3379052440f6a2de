import { expectLinear } from '@atrium/testkit'
import { findCycles, type GraphIndex, indexGraph, validateGraph } from '@atrium/workflow-rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { unpaced } from '../../test/unpaced.ts'
import { allNodes } from '../nodes/index.ts'

function reachableFrom(index: GraphIndex, starts: Iterable<number>): Set<number> {
  const seen = new Set(starts)
  const pending = [...seen]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const next of index.outgoing[node] ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      pending.push(next)
    }
  }
  return seen
}

const types = new Map(allNodes.map((each) => [each.type, each]))
const codes = async (given: Parameters<typeof validateGraph>[0]) =>
  (await validateGraph(given, (type) => types.get(type), unpaced)).map((problem) => problem.code)
const group = { combinator: 'and', conditions: [] }

it('accepts a parameter that the environment fills, because only a run can judge it', async () => {
  const reading = (limit: unknown) =>
    codes(
      graph([node('t', 'trigger.manual'), node('r', 'read_tasks', { limit })], [edge('t', 'r')]),
    )
  const variable = `$${'{env:WORKFLOW_SLOTS}'}`
  expect(await reading(variable)).toEqual([])
  expect(await reading(`x${variable}`)).toEqual(['invalid_params'])
})

it('stops checking patterns at a limit, even if there are more', async () => {
  const conditions = (from: number) =>
    Array.from({ length: 100 }, (_, at) => ({
      left: 'x',
      operator: 'matches',
      right: `(?:a{0,30}){0,30}${from + at}`,
    }))
  const check = (count: number) => {
    const nodes = Array.from({ length: count }, (_, at) =>
      node(`n${at}`, 'if', { combinator: 'or', conditions: conditions(at * 100) }),
    )
    const drawn = graph([node('t', 'trigger.manual'), ...nodes])
    return () => validateGraph(drawn, (type) => types.get(type), unpaced)
  }
  await expectLinear('patterns', 60, check)
  const problems = await check(60)()
  expect(problems.length).toBeGreaterThan(5_000)
  expect(problems[0]).toMatchObject({
    code: 'invalid_params',
    message: expect.stringContaining('too large'),
  })
})

it('checks names in linear time when every step names one in another branch', async () => {
  const check = (count: number) => {
    const nodes = Array.from({ length: count }, (_, at) =>
      node(`n${at}`, 'set_fields', {
        fields: [{ name: 'a', value: `{{ $node['n${count - 1}'].json.a }}` }],
      }),
    )
    const drawn = graph(
      [node('t', 'trigger.manual'), ...nodes],
      nodes.map(({ id }) => edge('t', id)),
    )
    return () => validateGraph(drawn, (type) => types.get(type), unpaced)
  }
  await expectLinear('names', 500, check)
  expect(await check(2)()).toHaveLength(2)
})

describe('graph validation', () => {
  it.each([
    [
      'cycle',
      graph(
        [node('t', 'trigger.manual'), node('a', 'if', group), node('b', 'if', group)],
        [edge('t', 'a'), edge('a:true', 'b'), edge('b:true', 'a')],
      ),
    ],
    ['cycle', graph([node('t', 'trigger.manual'), node('a', 'if', group)], [edge('a:true', 'a')])],
    ['dangling_edge', graph([node('t', 'trigger.manual')], [edge('t', 'gone')])],
    [
      'dangling_edge',
      graph([node('t', 'trigger.manual'), node('a', 'if', group)], [edge('a:maybe', 't')]),
    ],
    [
      'duplicate_id',
      graph([node('t', 'trigger.manual'), node('t', 'if', group, { name: 'other' })]),
    ],
    [
      'duplicate_name',
      graph([node('t', 'trigger.manual'), node('u', 'trigger.manual', {}, { name: 't' })]),
    ],
    ['no_trigger', graph([node('a', 'if', group)])],
    ['no_trigger', graph([])],
    ['unregistered_node', graph([node('t', 'trigger.manual'), node('x', 'mystery')])],
    [
      'invalid_params',
      graph([node('t', 'trigger.manual'), node('a', 'if', { combinator: 'xor' })]),
    ],
    ['invalid_params', graph([node('t', 'trigger.event', {})])],
    ['invalid_params', graph([node('t', 'trigger.event', { eventType: 'task.creatd' })])],
    [
      'invalid_params',
      graph(
        [
          node('t', 'trigger.manual', {}),
          node('i', 'if', {
            ...group,
            conditions: [{ left: 'a', operator: 'is', right: Array(5_000).fill(1) }],
          }),
        ],
        [edge('t', 'i')],
      ),
    ],
    ['invalid_params', graph([node('t', 'trigger.event', { eventType: '{{ $json.x( }}' })])],
    [
      'invalid_params',
      graph([node('t', 'trigger.schedule', { cron: '* * * * *', tz: 'Mars/Base' })]),
    ],
    ['invalid_cron', graph([node('t', 'trigger.schedule', { cron: 'every now and then' })])],
    ['invalid_cron', graph([node('t', 'trigger.schedule', { cron: '99 * * * *' })])],
    ['invalid_cron', graph([node('t', 'trigger.schedule', { cron: '0 0 31 2 *' })])],
  ])('refuses a graph for %s', async (code, given) => {
    expect(new Set(await codes(given))).toEqual(new Set([code]))
  })

  it('reports every problem at once', async () => {
    const given = graph(
      [
        node('a', 'if', group),
        node('a', 'if', { combinator: 1 }),
        node('b', 'mystery', {}, { name: 'a' }),
        node('c', 'if', group),
        node('d', 'if', group),
      ],
      [edge('c:true', 'd'), edge('d:true', 'c'), edge('a:true', 'nowhere')],
    )
    expect(new Set(await codes(given))).toEqual(
      new Set([
        'duplicate_id',
        'duplicate_name',
        'cycle',
        'dangling_edge',
        'no_trigger',
        'unregistered_node',
        'invalid_params',
      ]),
    )
  })

  it('accepts a parameter if only a run can judge it', async () => {
    const given = graph([
      node('t', 'trigger.manual'),
      node('u', 'trigger.event', { eventType: '{{ $json.type }}' }),
    ])
    expect(await codes(given)).toEqual([])
  })
})

describe('node order', () => {
  const arbitrary = fc
    .integer({ min: 1, max: 12 })
    .chain((size) =>
      fc
        .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 30 })
        .map((pairs) => ({ size, pairs })),
    )

  it('orders every node after its predecessors and leaves out nodes on or after a cycle', () => {
    fc.assert(
      fc.property(arbitrary, ({ size, pairs }) => {
        const given = graph(
          Array.from({ length: size }, (_, at) => node(`n${at}`, 'if', group)),
          pairs.map(([from, to]) => edge(`n${from}:true`, `n${to}`)),
        )
        const index = indexGraph(given)
        const place = new Map(index.order.map((at, position) => [at, position]))
        for (const [from, to] of pairs) {
          const [before, after] = [place.get(from), place.get(to)]
          if (after !== undefined) expect(before).toBeLessThan(after)
        }
        const cyclic = new Set(findCycles(index).flat())
        expect(cyclic.size > 0).toBe(index.order.length < size)
        const behind = reachableFrom(index, cyclic)
        for (let at = 0; at < size; at += 1) expect(place.has(at)).toBe(!behind.has(at))
      }),
    )
  })

  it('orders a chain of 5,000 nodes and finds a cycle of as many without deep recursion', async () => {
    const nodes = Array.from({ length: 5_000 }, (_, at) =>
      node(`n${at}`, at === 0 ? 'trigger.manual' : 'if', at === 0 ? {} : group),
    )
    const edges = nodes.slice(1).map((_, at) => edge(at === 0 ? 'n0' : `n${at}:true`, `n${at + 1}`))
    expect(await codes(graph(nodes, edges))).toEqual([])
    expect(await codes(graph(nodes, [...edges, edge('n4999:true', 'n1')]))).toEqual(['cycle'])
  })
})

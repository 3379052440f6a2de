import { validateGraph } from '@atrium/workflow-rules'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { recordedRun, testNode } from '../../test/recorded-run.ts'
import { createTurns } from '../lanes/turns.ts'
import { allNodes } from '../nodes/index.ts'

const start = node('start', 'trigger.manual')
const text = 'Ünïcode '.repeat(50_000)

const many = (count: number, left: string, operator: string, right: unknown) => ({
  combinator: 'and',
  conditions: Array.from({ length: count }, () => ({ left, operator, right })),
})
const chain = (nodes: ReturnType<typeof node>[], output = 'true') =>
  graph(
    [start, ...nodes],
    nodes.map(({ id }, at) => edge(at === 0 ? 'start' : `${nodes[at - 1]?.id}:${output}`, id)),
  )
const ifs = (count: number, params: Record<string, unknown>) =>
  Array.from({ length: count }, (_, at) => node(`n${at}`, 'if', params))

const hostile: Record<string, { drawn: ReturnType<typeof graph>; json?: Record<string, unknown> }> =
  {
    'conditions on a long text': {
      drawn: chain(ifs(8, many(100, 'text', 'not_contains', 'nothing of the kind'))),
    },
    'a different long text in every condition': {
      drawn: chain(
        ifs(2, {
          combinator: 'and',
          conditions: Array.from({ length: 8 }, (_, at) => ({
            left: `{{ $json.text }}${at}`,
            operator: 'not_contains',
            right: `É${at}x`,
          })),
        }),
      ),
    },
    'thousands of nodes': { drawn: chain(ifs(4_000, many(1, 'n', 'is', 1))), json: { n: 1 } },
    'nodes that look far back': {
      drawn: chain(
        Array.from({ length: 1_500 }, (_, at) =>
          node(`n${at}`, 'if', many(1, "{{ $node['start'].json.n }}", 'is', 1)),
        ),
      ),
      json: { n: 1 },
    },
    'long lists': {
      drawn: chain(ifs(2, many(3, 'list', 'not_contains', 'Ä'))),
      json: { list: Array.from({ length: 100_000 }, (_, at) => at) },
    },
    'items of many values': {
      drawn: chain(ifs(20, many(3, '{{ $json }}', 'is_not', 'x'))),
      json: { lists: Array.from({ length: 100_000 }, (_, n) => ({ n })) },
    },
    'needles that nearly fit': {
      drawn: chain(
        ifs(3, many(3, 'text', 'not_contains', `${'a'.repeat(100_000)}b${'a'.repeat(100_000)}`)),
      ),
      json: { text: 'a'.repeat(600_000) },
    },
  }

describe('turns of a run', () => {
  it.each(Object.entries(hostile))(
    'yields to other work when a run has %s',
    async (_, { drawn, json = { text } }) => {
      const seeds = { start: [{ json }] }
      const turns = createTurns()
      await recordedRun(drawn, { seeds, turns: turns('a') })
      let free = 0
      const timer = setInterval(() => free++, 10)
      const runs = ['a', 'a', 'b'].map((lane) => recordedRun(drawn, { seeds, turns: turns(lane) }))
      const outcomes = await Promise.all(runs)
      clearInterval(timer)
      expect(outcomes.map(({ outcome }) => outcome.error)).toEqual([null, null, null])
      // Without turns, each run would block the event loop from start to end.
      expect(free).toBeGreaterThan(8)
    },
    120_000,
  )

  it.each([
    ['patterns', many(100, 'text', 'matches', 'x{200}')],
    ['expressions', many(1, 'text', 'is', '{{ $json.text }}'.repeat(900))],
    ['braces', many(1, 'text', 'is', '{{ $x'.repeat(900))],
  ])('yields to other work while it checks a graph of many %s', async (_, params) => {
    const nodes = ifs(200, params).map((each, at) => ({
      ...each,
      params: {
        ...params,
        conditions: params.conditions.map((one) => ({ ...one, right: `${one.right}${at}` })),
      },
    }))
    const pace = createTurns()('a')
    let free = 0
    const timer = setInterval(() => free++, 1)
    await validateGraph(chain(nodes), (type) => allNodes.find((each) => each.type === type), pace)
    clearInterval(timer)
    expect(free).toBeGreaterThan(2)
  })

  it('folds a text once per item, even if many conditions compare it', async () => {
    const cost = async (count: number): Promise<number> => {
      const drawn = chain(ifs(4, many(count, 'text', 'starts_with', 'ün')))
      const started = process.threadCpuUsage()
      await recordedRun(drawn, { seeds: { start: [{ json: { text } }] } })
      return process.threadCpuUsage(started).user / 1_000
    }
    await cost(1)
    // If each condition folded the text, the cost would be a hundred times higher.
    expect(await cost(100)).toBeLessThan(10 * (await cost(1)) + 250)
  })

  it('gives lanes turns, so that many runs of one lane do not delay a run of another', async () => {
    const turns = createTurns()
    const order: string[] = []
    const spin = (lane: string) =>
      testNode('spin', async (_items, _params, context) => {
        for (let round = 0; round < 5; round += 1) {
          while (!context.due()) Math.sqrt(round)
          await context.yield()
          order.push(lane)
        }
        return {}
      })
    const one = (lane: string) =>
      recordedRun(graph([start, node('s', 'spin')], [edge('start', 's')]), {
        nodes: [spin(lane)],
        turns: turns(lane),
      })
    await Promise.all([...Array.from({ length: 10 }, () => one('flood')), one('other')])
    expect(order.lastIndexOf('other')).toBeLessThan(16)
  })

  it('stops in the middle of a node when the run is cancelled', async () => {
    const cancel = new AbortController()
    const drawn = hostile['conditions on a long text']?.drawn ?? graph([])
    const seeds = {
      start: Array.from({ length: 60 }, (_, at) => ({ json: { text: `${text}${at}` } })),
    }
    setTimeout(() => cancel.abort(), 50)
    const { outcome, nodes } = await recordedRun(drawn, { seeds, cancel })
    expect(outcome.status).toBe('cancelled')
    expect(nodes['n0']).toMatchObject({ status: 'skipped', skipReason: 'cancelled' })
  })
})

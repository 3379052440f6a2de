import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun, testNode } from '../../../test/recorded-run.ts'

const start = node('start', 'trigger.manual')

describe('lineage', () => {
  const seeds = { start: [{ json: { id: 1 } }, { json: { id: 2 } }, { json: { id: 3 } }] }
  const seen: unknown[] = []
  const look = testNode('look', (items, _params, context) => {
    seen.push(...items.map((_, at) => (context.paramsFor(at) as { id: unknown }).id))
    return { outputs: { main: items } }
  })
  const params = { id: "{{ $node['start'].json.id }}" }
  const check = async (middle: ReturnType<typeof testNode>) => {
    seen.length = 0
    await recordedRun(
      graph(
        [start, node('m', middle.type), node('l', 'look', params)],
        [edge('start', 'm'), edge('m', 'l')],
      ),
      { nodes: [middle, look], seeds },
    )
    return seen
  }

  it('follows items that were passed on, derived or emitted one for one', async () => {
    expect(
      await check(testNode('last', (items) => ({ outputs: { main: [...items].reverse() } }))),
    ).toEqual([3, 2, 1])
    expect(
      await check(
        testNode('derived', (items, _p, context) => ({
          outputs: { main: items.slice(1).map((item) => context.derive(item, { json: {} })) },
        })),
      ),
    ).toEqual([2, 3])
    expect(
      await check(
        testNode('fresh', (items) => ({ outputs: { main: items.map(() => ({ json: {} })) } })),
      ),
    ).toEqual([1, 2, 3])
  })

  it('falls back to the first item when the lineage is lost', async () => {
    expect(
      await check(testNode('lost', () => ({ outputs: { main: [{ json: {} }, { json: {} }] } }))),
    ).toEqual([1, 1])
  })

  it.each([
    ['does not exist', "Dear {{ $node['gone'].json.name }}"],
    ['does not come before this one', "Dear {{ $node['late'].json.name }}"],
  ])('fails the step if a step name in its text %s', async (reason, text) => {
    const drawn = graph(
      [start, node('l', 'look', { id: text }), node('late', 'look')],
      [edge('start', 'l'), edge('l', 'late')],
    )
    const { outcome } = await recordedRun(drawn, { nodes: [look], seeds })
    expect(outcome).toMatchObject({ status: 'failed', error: expect.stringContaining(reason) })
  })
})

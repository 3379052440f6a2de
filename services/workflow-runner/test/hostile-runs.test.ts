import { eventually } from '@atrium/testkit'
import { afterAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const group = (conditions: unknown[]) => ({ combinator: 'and', conditions })
const each = (count: number, condition: (at: number) => unknown) =>
  group(Array.from({ length: count }, (_, at) => condition(at)))

const chain = (count: number, params: Record<string, unknown>) => {
  const nodes = Array.from({ length: count }, (_, at) => node(`n${at}`, 'if', params))
  return graph(
    [node('start', 'trigger.manual'), ...nodes],
    nodes.map(({ id }, at) => edge(at === 0 ? 'start' : `n${at - 1}:true`, id)),
  )
}
const text = 'Ünïcode '.repeat(45_000)
const hostile = [
  chain(
    120,
    each(100, (at) => ({ left: 'text', operator: 'not_contains', right: `É${at}` })),
  ),
  chain(
    40,
    each(10, (at) => ({
      left: 'text',
      operator: 'matches',
      right: `(?:[üi]*n[a-z]{20}){5}${at}|Ü`,
    })),
  ),
]

async function startHostile(
  caller: Caller,
  count: number,
): Promise<{ workflow: string; run: string }[]> {
  const started = []
  for (let at = 0; at < count; at += 1) {
    const workflow = await caller.create(hostile[at % hostile.length])
    const fired = await caller.call<{ runId: string }>('POST', `/api/workflows/${workflow}/run`, {
      input: { text },
    })
    started.push({ workflow, run: fired.body.runId })
  }
  return started
}

it('leaves the process responsive during hostile runs and stops them when they are cancelled', async () => {
  const [attacker, other] = [harness.caller(), harness.caller()]
  const quick = await other.create(graph([node('start', 'trigger.manual')]))
  await other.runToEnd(quick)
  const runs = await startHostile(attacker, 8)
  const status = async ({ workflow, run }: { workflow: string; run: string }) =>
    (await attacker.call<{ status: string }>('GET', `/api/workflows/${workflow}/runs/${run}`)).body
      .status
  await eventually(async () => {
    const all = await Promise.all(runs.map(status))
    if (!all.every((each) => each === 'running')) throw new Error(all.join())
  }, 20_000)

  for (let round = 0; round < 40; round += 1) {
    const answer = await other.call('GET', '/api/workflows?limit=1')
    expect(answer.status).toBe(200)
  }
  expect((await other.runToEnd(quick)).status).toBe('completed')
  // The requests and the other run ended before the hostile runs did.
  expect(
    (await Promise.all(runs.map(status))).filter((each) => each === 'running').length,
  ).toBeGreaterThan(0)

  for (const { workflow, run } of runs) {
    await attacker.call('POST', `/api/workflows/${workflow}/runs/${run}/cancel`)
  }
  // Once the worker has seen the cancellations, the slots are free for other runs.
  await eventually(async () => {
    const held = await harness.db
      .selectFrom('runs')
      .select('id')
      .where('status', '=', 'running')
      .execute()
    if (held.length > 0) throw new Error('still running')
  })
  expect((await other.runToEnd(quick)).status).toBe('completed')
})

it('fails a run with a readable error if its items double with every layer, and keeps the worker alive', async () => {
  const caller = harness.caller()
  const layers = Array.from({ length: 26 }, (_, layer) => layer)
  const two = (layer: number) => [`a${layer}`, `b${layer}`]
  const drawn = graph(
    [
      node('start', 'trigger.manual'),
      ...layers.flatMap((layer) => two(layer).map((id) => node(id, 'if', group([])))),
    ],
    layers.flatMap((layer) =>
      two(layer).flatMap((to) =>
        layer === 0 ? [edge('start', to)] : two(layer - 1).map((from) => edge(`${from}:true`, to)),
      ),
    ),
  )
  const run = await caller.runToEnd(await caller.create(drawn), { text: 'x'.repeat(500_000) })
  expect(run.status).toBe('failed')
  expect(run.error).toMatch(/has more than 10,000 items|more than 50,000 items/)
  const quick = await caller.create(graph([node('start', 'trigger.manual')]))
  expect((await caller.runToEnd(quick)).status).toBe('completed')
})

import { eventually } from '@atrium/testkit'
import { afterAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type RunBody, startHarness } from './harness.ts'
import { boom, testNode } from './recorded-run.ts'

const seen: Record<string, unknown>[] = []
const keep = testNode('keep', (items) => {
  for (const { json } of items) seen.push(json)
  return { outputs: { main: items } }
})

const harness = await startHarness([boom, keep])
afterAll(() => harness.stop())

const failing = graph(
  [node('start', 'trigger.manual'), node('Break', 'boom')],
  [edge('start', 'Break')],
)
const onFailure = (type: string) =>
  graph(
    [
      node('failed', 'trigger.event', { eventType: 'workflow.run_failed' }),
      node('act', 'keep'),
      node('then', type),
    ],
    [edge('failed', 'act'), edge('act', 'then')],
  )
const runs = async (caller: Caller, id: string): Promise<RunBody[]> =>
  (await caller.call<{ items: RunBody[] }>('GET', `/api/workflows/${id}/runs`)).body.items
const activate = async (caller: Caller, type: string): Promise<string> => {
  const id = await caller.create(onFailure(type))
  const { status } = await caller.call('PATCH', `/api/workflows/${id}`, { active: true })
  expect(status).toBe(200)
  return id
}

it('starts a workflow when a run of the organisation fails', async () => {
  const caller = harness.caller()
  const other = harness.caller()
  const [handler, foreign] = [await activate(caller, 'keep'), await activate(other, 'keep')]
  const id = await caller.create(failing)
  const run = await caller.runToEnd(id)
  await eventually(async () => expect(await runs(caller, handler)).toHaveLength(1))
  await eventually(() => expect(seen.filter((json) => json['runId'] === run.id)).not.toEqual([]))
  expect(seen.find((json) => json['runId'] === run.id)).toEqual({
    workflowId: id,
    workflowName: expect.any(String),
    runId: run.id,
    node: 'Break',
    error: 'Break: it broke',
    ownerId: caller.principal.userId,
  })
  expect(await runs(other, foreign)).toEqual([])
})

it('starts nothing when a run fails that an earlier failure started', async () => {
  const caller = harness.caller()
  const handler = await activate(caller, 'boom')
  const id = await caller.create(failing)
  const first = await caller.runToEnd(id)
  await eventually(async () =>
    expect(await runs(caller, handler)).toMatchObject([{ status: 'failed' }]),
  )
  // A later failure is announced after that of the handler, so nothing is left to come.
  const second = await caller.runToEnd(id)
  await eventually(async () =>
    expect(await runs(caller, handler)).toMatchObject([{ status: 'failed' }, { status: 'failed' }]),
  )
  const about = seen.map((json) => json['runId'])
  expect(about.filter((runId) => runId === first.id || runId === second.id)).toHaveLength(2)
})

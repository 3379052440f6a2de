import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'
import { boom, testNode } from './recorded-run.ts'

const seen: Record<string, unknown>[] = []
const keep = testNode('keep', (items) => {
  for (const { json } of items) seen.push(json)
  return { outputs: { main: items } }
})
const personal = testNode('personal', (items) => ({ outputs: { main: items } }), {
  usesPersonsRights: true,
})

let harness: Harness
beforeAll(async () => {
  harness = await startHarness([boom, keep, personal])
})
afterAll(() => harness.stop())

const failing = graph(
  [node('start', 'trigger.manual'), node('Break', 'boom')],
  [edge('start', 'Break')],
)
const keeping = (more: string[] = []) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('keep', 'keep'),
      ...more.map((type) => node(type, type)),
    ],
    [edge('start', 'keep'), ...more.map((type) => edge('keep', type))],
  )

const name = (caller: Caller, id: string, errorWorkflow: unknown) =>
  caller.call<{ errorWorkflow: string | null; code?: string }>('PATCH', `/api/workflows/${id}`, {
    errorWorkflow,
  })

const runs = async (caller: Caller, id: string): Promise<RunBody[]> =>
  (await caller.call<{ items: RunBody[] }>('GET', `/api/workflows/${id}/runs`)).body.items
const reports = (runId: string) => seen.filter((json) => json['runId'] === runId)

/** Fails another workflow and waits for its report, which comes after those of earlier failures. */
async function failNext(caller: Caller): Promise<void> {
  const id = await caller.create(failing)
  await name(caller, id, await caller.create(keeping()))
  const run = await caller.runToEnd(id)
  await eventually(() => expect(reports(run.id)).toHaveLength(1))
}

it('starts the error workflow at its manual trigger when a run fails', async () => {
  const caller = harness.caller()
  const handler = await caller.create(keeping())
  const id = await caller.create(failing)
  expect((await name(caller, id, handler)).body.errorWorkflow).toBe(handler)
  const run = await caller.runToEnd(id)
  expect(run.status).toBe('failed')
  await eventually(() => expect(reports(run.id)).toHaveLength(1))
  expect(reports(run.id)).toEqual([
    { workflowId: id, runId: run.id, node: 'Break', error: 'Break: it broke' },
  ])
  expect(await runs(caller, handler)).toMatchObject([{ trigger: 'event' }])
  expect((await name(caller, id, null)).body.errorWorkflow).toBeNull()
  await caller.runToEnd(id)
  await failNext(caller)
  expect(await runs(caller, handler)).toHaveLength(1)
})

it('takes the error workflow when a workflow is created', async () => {
  const caller = harness.caller()
  const handler = await caller.create(keeping())
  const body = { name: 'Named', graph: failing, errorWorkflow: handler }
  const made = await caller.call<{ id: string }>('POST', '/api/workflows', body)
  expect(made).toMatchObject({ status: 201, body: { errorWorkflow: handler } })
  const summary = await caller.call('GET', '/api/workflows?view=summary')
  expect(summary.body).toMatchObject({ items: [{ errorWorkflow: handler }, {}] })
})

it('starts nothing when the error workflow itself fails', async () => {
  const caller = harness.caller()
  const last = await caller.create(keeping())
  const handler = await caller.create(failing)
  await name(caller, handler, last)
  const id = await caller.create(failing)
  await name(caller, id, handler)
  await caller.runToEnd(id)
  const [started] = await eventually(async () => {
    const found = await runs(caller, handler)
    expect(found).toMatchObject([{ status: 'failed' }])
    return found
  })
  // Run by hand, the same workflow is an ordinary one, so its failure starts the last workflow.
  const byHand = await caller.runToEnd(handler)
  await eventually(() => expect(reports(byHand.id)).toHaveLength(1))
  await failNext(caller)
  expect(reports(started?.id ?? '')).toEqual([])
})

it('rejects a workflow of another organisation, an unknown one and one without a Run button', async () => {
  const caller = harness.caller()
  const id = await caller.create(failing)
  const foreign = await harness.caller().create(keeping())
  const scheduled = await caller.create(graph([node('tick', 'trigger.schedule')]))
  for (const wrong of [foreign, 'wf_none', scheduled, '', 7]) {
    expect(await name(caller, id, wrong)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path: 'errorWorkflow' }] },
    })
  }
  const body = { name: 'Named', graph: failing, errorWorkflow: foreign }
  expect((await caller.call('POST', '/api/workflows', body)).status).toBe(400)
})

it("rejects a colleague's workflow that uses the colleague's rights unless it is shared", async () => {
  const caller = harness.caller()
  const colleague = harness.caller({ orgId: caller.principal.orgId })
  const handler = await colleague.create(keeping(['personal']))
  const id = await caller.create(failing)
  expect(await name(caller, id, handler)).toMatchObject({
    status: 422,
    body: { code: 'workflow_not_callable' },
  })
  const share = { callableBy: 'members', active: true }
  expect((await colleague.call('PATCH', `/api/workflows/${handler}`, share)).status).toBe(200)
  expect((await name(caller, id, handler)).status).toBe(200)
  const run = await caller.runToEnd(id)
  await eventually(() => expect(reports(run.id)).toHaveLength(1))
  // The colleague takes the sharing back.
  await colleague.call('PATCH', `/api/workflows/${handler}`, { callableBy: 'owner' })
  await caller.runToEnd(id)
  await failNext(caller)
  expect(await runs(caller, handler)).toHaveLength(1)
})

it('clears the error workflow when the named workflow is deleted', async () => {
  const caller = harness.caller()
  const handler = await caller.create(keeping())
  const id = await caller.create(failing)
  await name(caller, id, handler)
  await caller.call('DELETE', `/api/workflows/${handler}`)
  const { body } = await caller.call('GET', `/api/workflows/${id}`)
  expect(body).toMatchObject({ errorWorkflow: null })
  expect((await caller.runToEnd(id)).status).toBe('failed')
})

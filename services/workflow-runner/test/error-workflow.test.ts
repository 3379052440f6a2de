import { inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { afterAll, expect, it } from 'vitest'
import { NodeError } from '../src/engine/index.ts'
import { queueRuns } from '../src/runs/queue-runs.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type RunBody, startHarness } from './harness.ts'
import { boom, testNode } from './recorded-run.ts'

const seen: Record<string, unknown>[] = []
const keep = testNode('keep', (items) => {
  for (const { json } of items) seen.push(json)
  return { outputs: { main: items } }
})
const personal = testNode('personal', (items) => ({ outputs: { main: items } }), {
  usesPersonsRights: true,
})
const money = testNode('money', (items) => ({ outputs: { main: items } }), {
  usesPersonsRights: true,
  issuesMoney: true,
})
/** Fails if the input says so. */
const failsIfTold = testNode('picky', (items) => {
  if (items.some(({ json }) => json['fail'] === true)) throw new NodeError('it was told to fail')
  return { outputs: { main: items } }
})

const harness = await startHarness([boom, keep, personal, money, failsIfTold])
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

const picky = graph(
  [node('start', 'trigger.manual'), node('Check', 'picky')],
  [edge('start', 'Check')],
)
const patch = (caller: Caller, id: string, change: Record<string, unknown>) =>
  caller.call<{ ownerId: string }>('PATCH', `/api/workflows/${id}`, change)

it('does not let a member name a workflow that the member may not start', async () => {
  const admin = harness.caller({ role: 'admin' })
  const member = harness.caller({ role: 'member', orgId: admin.principal.orgId })
  const handler = await admin.create(keeping(['personal']))
  const id = await admin.create(picky)
  expect(await name(member, id, handler)).toMatchObject({
    status: 422,
    body: { code: 'workflow_not_callable' },
  })
  const paying = await admin.create(keeping(['money']))
  await patch(admin, paying, { callableBy: 'members', active: true })
  expect(await name(member, id, paying)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const body = { name: 'Named', graph: picky, errorWorkflow: paying }
  expect(await member.call('POST', '/api/workflows', body)).toMatchObject({ status: 403 })
  expect((await name(admin, id, paying)).status).toBe(200)
})

it('issues no money when a run of a colleague fails, directly or in a called workflow', async () => {
  const admin = harness.caller({ role: 'admin' })
  const member = harness.caller({ role: 'member', orgId: admin.principal.orgId })
  const handler = await admin.create(keeping(['money']))
  const id = await admin.create(picky)
  await patch(admin, id, { callableBy: 'members', active: true })
  expect((await name(admin, id, handler)).status).toBe(200)
  expect((await member.runToEnd(id, { fail: true })).status).toBe('failed')
  const calling = await member.create(
    graph(
      [node('start', 'trigger.manual'), node('call', 'call_workflow', { workflow: id })],
      [edge('start', 'call')],
    ),
  )
  const called = await member.call<{ runId: string }>('POST', `/api/workflows/${calling}/run`, {
    input: { fail: true },
  })
  await eventually(async () =>
    expect(await runs(admin, id)).toMatchObject([{ status: 'failed' }, {}]),
  )
  expect(called.status).toBe(202)
  await failNext(admin)
  expect(await runs(admin, handler)).toEqual([])
  const own = await admin.runToEnd(id, { fail: true })
  await eventually(() => expect(reports(own.id)).toHaveLength(1))
})

it('makes a user the owner when the user changes a workflow with an error workflow that uses personal rights', async () => {
  const admin = harness.caller({ role: 'admin' })
  const member = harness.caller({ role: 'member', orgId: admin.principal.orgId })
  const handler = await admin.create(keeping(['personal']))
  const id = await admin.create(picky)
  await name(admin, id, handler)
  const changed = await patch(member, id, { graph: failing })
  expect(changed).toMatchObject({ status: 200, body: { ownerId: member.principal.userId } })
  await member.runToEnd(id)
  await failNext(admin)
  expect(await runs(admin, handler)).toEqual([])
})

it('guards an inactive error workflow like an active one when a member changes it', async () => {
  const admin = harness.caller({ role: 'admin' })
  const member = harness.caller({ role: 'member', orgId: admin.principal.orgId })
  const handler = await admin.create(keeping())
  const id = await admin.create(failing)
  await name(admin, id, handler)
  expect(await patch(member, handler, { graph: keeping(['money']) })).toMatchObject({ status: 403 })
  const changed = await patch(member, handler, { graph: keeping(['personal']) })
  expect(changed).toMatchObject({ status: 200, body: { ownerId: member.principal.userId } })
  await admin.runToEnd(id)
  await failNext(admin)
  expect(await runs(admin, handler)).toEqual([])
})

it('does not start a colleague’s error workflow that was turned off while its run was queued', async () => {
  const owner = harness.caller()
  const colleague = harness.caller({ orgId: owner.principal.orgId })
  const handler = await colleague.create(keeping())
  const id = await owner.create(failing)
  await patch(colleague, handler, { callableBy: 'members' })
  expect((await name(owner, id, handler)).status).toBe(200)
  for (const needsActive of [true, false]) {
    const seeds = {
      nodes: null,
      type: 'trigger.manual',
      item: { json: { needsActive } },
      errorOf: 'run_failed',
      needsActive,
    }
    await inTransaction(harness.db, undefined, (tx) =>
      queueRuns(
        { now: () => new Date(), newId: (kind) => `${kind}_${handler}_${needsActive}` },
        tx,
        [
          {
            workflowId: handler,
            orgId: owner.principal.orgId,
            ownerId: colleague.principal.userId,
            trigger: 'event',
            seeds,
          },
        ],
      ),
    )
  }
  await eventually(async () =>
    expect((await runs(owner, handler)).map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'completed',
    ]),
  )
})

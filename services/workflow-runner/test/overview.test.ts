import {
  FindWorkflows,
  WorkflowAttention,
  WorkflowLiveAssets,
  WorkflowOverview,
  WorkflowReleaseSettled,
  WorkflowSearch,
} from '@atrium/contracts'
import { json } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, it } from 'vitest'
import { graph, node } from './graphs.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const attention = async (orgId: string) =>
  (await callRpc(harness.bus, WorkflowAttention, { orgId, userId: 'usr_1' })).items

it('reports a workflow when its last run failed, until a run completes', async () => {
  const caller = harness.caller()
  const orgId = String(caller.principal.orgId)
  const id = await caller.create(graph([node('start', 'trigger.manual')]), 'Weekly')
  await caller.call('PATCH', `/api/workflows/${id}`, { active: true })
  const run = await caller.runToEnd(id)
  expect(await attention(orgId)).toEqual([])
  await harness.db
    .updateTable('runs')
    .set({
      status: 'failed',
      error: 'Send mail: Parameter "to": Invalid input: expected string, received undefined',
    })
    .where('id', '=', run.id)
    .execute()
  expect(await attention(orgId)).toMatchObject([
    {
      kind: 'run_failed',
      severity: 'error',
      count: 1,
      detail: 'Weekly: Send mail: To: Fill in this field',
      href: `/workflows/${id}?run=${run.id}`,
    },
  ])
  expect(await attention('org_other')).toEqual([])
  await caller.runToEnd(id)
  expect(await attention(orgId)).toEqual([])
})

it('says that there is an agent task to its owner only', async () => {
  const caller = harness.caller()
  const { orgId, userId } = caller.principal
  const read = async (of: string | null, by: string) =>
    (await callRpc(harness.bus, WorkflowOverview, { orgId: String(of), userId: by })).hasAgentRun
  expect(await read(orgId, userId)).toBe(false)
  const body = { kind: 'implement', prompt: 'Build it' }
  expect((await caller.call('POST', '/api/agent-runs', body)).status).toBe(201)
  expect(await read(orgId, userId)).toBe(true)
  expect(await read(orgId, 'usr_stranger')).toBe(false)
  expect(await read('org_other', userId)).toBe(false)
})

it('reports a disabled endpoint if it responded with 410, but not if a user disabled it', async () => {
  const caller = harness.caller({ role: 'admin' })
  const orgId = String(caller.principal.orgId)
  const make = async (name: string) => {
    const id = `whe_${name}`
    await harness.db
      .insertInto('webhook_endpoints')
      .values({
        id,
        org_id: orgId,
        url: `https://hooks.example.com/${name}`,
        events: json([]),
        secret: 's',
        enabled: false,
      })
      .execute()
    return id
  }
  const gone = await make('gone')
  await make('off')
  await harness.db
    .insertInto('webhook_deliveries')
    .values({
      id: 'whd_1',
      org_id: orgId,
      endpoint_id: gone,
      event_id: 'evt_1',
      event_type: 'task.created',
      body: '{}',
      status: 'failed',
      response_status: 410,
      finished_at: new Date('2026-01-01'),
    })
    .execute()
  expect(await attention(orgId)).toMatchObject([
    { kind: 'webhook_disabled', severity: 'warning', count: 1, href: `/webhooks/${gone}` },
  ])
})

it('finds workflows and skills of its own org by a part of the name', async () => {
  const caller = harness.caller()
  const id = await caller.create(graph([node('start', 'trigger.manual')]), 'Publish on Mondays')
  const skill = await caller.call<{ id: string }>('POST', '/api/skills', {
    name: 'Monday voice',
    kind: 'writing',
    body: 'Be kind.',
  })
  const skillId = skill.body.id
  const search = async (orgId: string, q: string) =>
    (await callRpc(harness.bus, WorkflowSearch, { orgId, userId: 'usr_1', q })).items
  expect(await search(String(caller.principal.orgId), 'MONDAY')).toEqual([
    {
      type: 'workflow',
      id,
      title: 'Publish on Mondays',
      subtitle: 'inactive',
      href: `/workflows/${id}`,
    },
    {
      type: 'skill',
      id: skillId,
      title: 'Monday voice',
      subtitle: 'writing',
      href: `/writing-guides/${skillId}`,
    },
  ])
  expect(await search('org_other', 'monday')).toEqual([])
})

it('reports a file as live while any version of a workflow names it', async () => {
  const caller = harness.caller()
  const orgId = String(caller.principal.orgId)
  const key = `${orgId}/pub/0c8f9d4e-6a1b-4c2d-8e3f-112233445566.png`
  const naming = (body: string) =>
    graph([node('start', 'trigger.manual'), node('card', 'create_card', { title: 'Card', body })])
  const id = await caller.create(naming(`See https://api.example/api/assets/${key}`))
  const live = async (org: string) =>
    (await callRpc(harness.bus, WorkflowLiveAssets, { orgId: org, keys: [key], releaseId: 'one' }))
      .live
  expect([await live(orgId), await live('org_other')]).toEqual([[key], []])
  const changed = await caller.call('PATCH', `/api/workflows/${id}`, { graph: naming('Nothing') })
  expect(changed.status).toBe(200)
  expect(await live(orgId)).toEqual([key])
  await caller.call('DELETE', `/api/workflows/${id}`)
  const candidates = await harness.db
    .selectFrom('release_candidates')
    .select('asset_key')
    .where('org_id', '=', orgId)
    .execute()
  expect([await live(orgId), candidates]).toEqual([[], [{ asset_key: key }]])
  // Nothing may name the file until the release is settled, because the file may be deleted.
  const created = () =>
    caller.call('POST', '/api/workflows', {
      name: 'Again',
      graph: naming(`assets/${key.toUpperCase()}`),
    })
  expect(await created()).toMatchObject({ status: 409, body: { code: 'asset_released' } })
  const skill = () =>
    caller.call('POST', '/api/skills', {
      name: 'Tone',
      kind: 'writing',
      body: `Like https://x.example/${key}`,
    })
  expect(await skill()).toMatchObject({ status: 409, body: { code: 'asset_released' } })
  await callRpc(harness.bus, WorkflowReleaseSettled, {
    orgId,
    releaseId: 'one',
    released: [],
    kept: [key],
  })
  expect([(await created()).status, (await skill()).status]).toEqual([201, 201])
})

it("returns the ids that belong to the organisation's workflows", async () => {
  const [caller, stranger] = [harness.caller(), harness.caller()]
  const drawn = graph([node('start', 'trigger.manual')])
  const [own, foreign] = [await caller.create(drawn), await stranger.create(drawn)]
  const orgId = String(caller.principal.orgId)
  expect(
    await callRpc(harness.bus, FindWorkflows, { orgId, ids: [own, foreign, 'wf_none'] }),
  ).toEqual({
    ids: [own],
  })
  expect(await callRpc(harness.bus, FindWorkflows, { orgId, ids: [] })).toEqual({ ids: [] })
})

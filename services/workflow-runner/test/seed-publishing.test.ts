import {
  AvailableChains,
  ChannelConnected,
  ConnectStatus,
  GetCards,
  OrgDeleted,
  PostReviewed,
  PublishSweepStatus,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { type Bus, callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { startStandIn } from './stand-in.ts'

let harness: Harness
let bus: Bus
let stop: () => Promise<void>
beforeAll(async () => {
  harness = await startHarness()
  const networks = [{ network: 'pagenet' as const, live: true, publishing: true }]
  const connect = await startStandIn(harness.env, 'connect', [
    rpcHandler(ConnectStatus, async () => ({ publishing: true, networks })),
  ])
  ;({ bus, stop } = connect)
})
afterAll(async () => {
  await stop()
  await harness.stop()
})

interface Listed {
  id: string
  name: string
  active: boolean
  ownerId: string
  graph: { nodes: { type: string }[] }
}
const list = async (caller: Caller) =>
  (await caller.call<{ items: Listed[] }>('GET', '/api/workflows')).body.items
const sweeps = async ({ principal }: Caller) =>
  (await callRpc(bus, PublishSweepStatus, { orgId: principal.orgId ?? '' })).active

/** Connects an account and waits until the event is handled. */
async function connected(
  caller: Caller,
  network: 'pagenet' | 'photonet' | 'mailbox' = 'pagenet',
  ownerId = 'usr_ada',
) {
  const data = { channelId: 'chn_1', ownerId, network, name: 'A page' }
  await handled(
    await inTransaction(harness.db, undefined, (tx) =>
      emit(tx, ChannelConnected, caller.principal.orgId, data),
    ),
  )
}

/** Approves a post and waits until the event is handled. */
async function approved(
  caller: Caller,
  platform: 'email' | 'pagenet' = 'email',
  ownerId = 'usr_ada',
) {
  const post = { taskId: 'task_1', platform, channelId: null, title: 'Easter', ownerId }
  const data = { ...post, dueDate: '2026-04-01T08:00:00.000Z' }
  await handled(
    await inTransaction(harness.db, undefined, (tx) =>
      emit(tx, PostReviewed, caller.principal.orgId, data),
    ),
  )
}

const handled = (eventId: string) =>
  eventually(async () => {
    const rows = await harness.db
      .selectFrom('inbox')
      .select('consumer')
      .where('event_id', '=', eventId)
      .execute()
    expect(
      rows.map(({ consumer }) => consumer).filter((each) => each.includes('seed')),
    ).toHaveLength(1)
  })

it('makes and activates the org’s publishing workflow once when its first publishable channel is connected', async () => {
  const caller = harness.caller()
  await connected(caller, 'mailbox')
  expect(await list(caller)).toEqual([])
  expect(await sweeps(caller)).toBe(false)
  await connected(caller)
  const [made] = await list(caller)
  expect(made).toMatchObject({ name: 'Publish scheduled posts', active: true, ownerId: 'usr_ada' })
  expect(made?.graph.nodes.map(({ type }) => type)).toEqual([
    'trigger.schedule',
    'publish',
    'post_comment',
  ])
  const schedules = await harness.db
    .selectFrom('schedules')
    .select('cron')
    .where('workflow_id', '=', made?.id ?? '')
    .execute()
  expect(schedules).toEqual([{ cron: '*/15 * * * *' }])
  expect(await sweeps(caller)).toBe(true)
  await Promise.all([
    connected(caller, 'photonet', 'usr_bob'),
    connected(caller, 'pagenet', 'usr_bob'),
  ])
  expect(await list(caller)).toHaveLength(1)
  expect(await list(harness.caller())).toEqual([])
})

const mailSweeps = async ({ principal }: Caller) =>
  (await callRpc(bus, PublishSweepStatus, { orgId: principal.orgId ?? '', byMail: true })).active
const listSteps = (workflow: Listed | undefined) => workflow?.graph.nodes.map(({ type }) => type)

it('makes and activates the workflow once when the first post by mail is approved', async () => {
  const caller = harness.caller()
  await approved(caller, 'pagenet')
  expect(await list(caller)).toEqual([])
  expect([await sweeps(caller), await mailSweeps(caller)]).toEqual([false, true])
  await Promise.all([approved(caller), approved(caller)])
  const [made, ...others] = await list(caller)
  expect([made, others]).toMatchObject([{ active: true, ownerId: 'usr_ada' }, []])
  expect(listSteps(made)).toEqual(['trigger.schedule', 'publish'])
  expect([await sweeps(caller), await mailSweeps(caller)]).toEqual([true, true])
  expect(await list(harness.caller())).toEqual([])
  const path = `/api/workflows/${made?.id}`
  expect((await caller.call('DELETE', path)).status).toBe(204)
  await approved(caller)
  await connected(caller)
  expect(await list(caller)).toEqual([])
  expect([await sweeps(caller), await mailSweeps(caller)]).toEqual([false, false])
})

it('adds the first comment to the mail workflow when a channel is connected, unless it was changed', async () => {
  const [caller, careful] = [harness.caller(), harness.caller()]
  for (const each of [caller, careful]) await approved(each)
  const [own] = await list(careful)
  const changed = { nodes: own?.graph.nodes.map((each) => ({ ...each, name: `Our ${each.type}` })) }
  const graph = { ...own?.graph, ...changed }
  expect((await careful.call('PATCH', `/api/workflows/${own?.id}`, { graph })).status).toBe(200)
  for (const each of [caller, careful]) await connected(each, 'pagenet', 'usr_bob')
  const [made] = await list(caller)
  expect(made).toMatchObject({ active: true, ownerId: 'usr_bob' })
  expect(listSteps(made)).toEqual(['trigger.schedule', 'publish', 'post_comment'])
  const schedules = harness.db
    .selectFrom('schedules')
    .select('cron')
    .where('workflow_id', '=', made?.id ?? '')
  expect(await schedules.execute()).toEqual([{ cron: '*/15 * * * *' }])
  expect((await list(careful)).map(listSteps)).toEqual([['trigger.schedule', 'publish']])
})

it('keeps the workflow deactivated or deleted if a user chose so', async () => {
  const caller = harness.caller()
  await connected(caller)
  const [made] = await list(caller)
  const path = `/api/workflows/${made?.id}`
  expect((await caller.call('PATCH', path, { active: false })).status).toBe(200)
  expect(await sweeps(caller)).toBe(false)
  await connected(caller)
  expect(await list(caller)).toMatchObject([{ id: made?.id, active: false }])
  expect((await caller.call('DELETE', path)).status).toBe(204)
  await connected(caller)
  expect(await list(caller)).toEqual([])
})

it('seeds no workflow for an org that publishes on its own schedule, even if that workflow is deleted later', async () => {
  const caller = harness.caller()
  await eventually(async () => {
    const { body } = await caller.call('GET', '/api/workflows/nodes')
    expect(JSON.stringify(body)).toContain('"publish"')
  })
  const own = graph(
    [node('tick', 'trigger.schedule', { cron: '0 9 * * *', tz: 'UTC' }), node('send', 'publish')],
    [edge('tick', 'send')],
  )
  const id = await caller.create(own, 'Our own')
  expect((await caller.call('PATCH', `/api/workflows/${id}`, { active: true })).status).toBe(200)
  await connected(caller)
  expect(await list(caller)).toMatchObject([{ name: 'Our own' }])
  await caller.call('DELETE', `/api/workflows/${id}`)
  await connected(caller)
  expect(await list(caller)).toEqual([])
})

it('ignores a publish node if no schedule reaches it', async () => {
  const caller = harness.caller()
  const apart = graph(
    [
      node('tick', 'trigger.schedule', { cron: '0 9 * * *', tz: 'UTC' }),
      node('hand', 'trigger.manual'),
      node('send', 'publish'),
    ],
    [edge('hand', 'send')],
  )
  const id = await caller.create(apart)
  expect((await caller.call('PATCH', `/api/workflows/${id}`, { active: true })).status).toBe(200)
  expect(await sweeps(caller)).toBe(false)
  await connected(caller)
  expect(await list(caller)).toHaveLength(2)
})

it('deletes the seeding record of a purged org', async () => {
  const caller = harness.caller()
  await connected(caller)
  const orgId = caller.principal.orgId ?? ''
  await inTransaction(harness.db, undefined, (tx) => emit(tx, OrgDeleted, orgId, { orgId }))
  await eventually(async () => {
    const rows = await harness.db
      .selectFrom('seeded_templates')
      .selectAll()
      .where('org_id', '=', orgId)
      .execute()
    expect(rows).toEqual([])
  })
})

it('offers a chain only if all of its nodes are registered', async () => {
  const kinds = async () => (await callRpc(bus, AvailableChains, {})).kinds.toSorted()
  // Speech is registered without its key and fails card by card. An agent needs no other service.
  expect(await kinds()).toEqual(['implement', 'tts'])
  const board = await startStandIn(harness.env, 'board', [
    rpcHandler(GetCards, async () => ({ items: [] })),
  ])
  // These chains write to the card: pages, profiles, and a note about the first comment.
  const all = ['contact-enrichment', 'implement', 'link-enrichment', 'publish-now', 'tts']
  await eventually(async () => expect(await kinds()).toEqual(all))
  await board.stop()
})

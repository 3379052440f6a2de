import {
  AvailableChains,
  ChannelConnected,
  ConnectStatus,
  GetCards,
  OrgDeleted,
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

/** An account is connected, and everything of it has been handled. */
async function connected(
  caller: Caller,
  network: 'pagenet' | 'photonet' | 'mailbox' = 'pagenet',
  ownerId = 'usr_ada',
) {
  const data = { channelId: 'chn_1', ownerId, network, name: 'A page' }
  const id = await inTransaction(harness.db, undefined, (tx) =>
    emit(tx, ChannelConnected, caller.principal.orgId, data),
  )
  await eventually(async () => {
    const rows = await harness.db.selectFrom('inbox').select('consumer').where('event_id', '=', id).execute()
    expect(rows.map(({ consumer }) => consumer).filter((each) => each.includes('seed'))).toHaveLength(1)
  })
}

it('the first channel that can be published to makes and activates the org’s own workflow, once', async () => {
  const caller = harness.caller()
  await connected(caller, 'mailbox')
  expect(await list(caller)).toEqual([])
  expect(await sweeps(caller)).toBe(false)
  await connected(caller)
  const [made] = await list(caller)
  expect(made).toMatchObject({ name: 'Publish scheduled posts', active: true, ownerId: 'usr_ada' })
  expect(made?.graph.nodes.map(({ type }) => type)).toEqual(['trigger.schedule', 'publish', 'post_comment'])
  const schedules = await harness.db
    .selectFrom('schedules')
    .select('cron')
    .where('workflow_id', '=', made?.id ?? '')
    .execute()
  expect(schedules).toEqual([{ cron: '*/15 * * * *' }])
  expect(await sweeps(caller)).toBe(true)
  await Promise.all([connected(caller, 'photonet', 'usr_bob'), connected(caller, 'pagenet', 'usr_bob')])
  expect(await list(caller)).toHaveLength(1)
  expect(await list(harness.caller())).toEqual([])
})

it('it stays deactivated or deleted', async () => {
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

it('an org that publishes on a schedule of its own keeps that one alone, also after deleting it', async () => {
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

it('a publish node that no schedule reaches is no sweep', async () => {
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

it('a purged org leaves no record of it', async () => {
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

it('chains are available while all of their nodes are registered', async () => {
  const kinds = async () => (await callRpc(bus, AvailableChains, {})).kinds.toSorted()
  // Speech is registered without its key, and fails card by card; an agent needs no other service.
  expect(await kinds()).toEqual(['implement', 'tts'])
  const board = await startStandIn(harness.env, 'board', [rpcHandler(GetCards, async () => ({ items: [] }))])
  // Pages and profiles are written onto the card, and the first comment is noted on it.
  const all = ['contact-enrichment', 'implement', 'link-enrichment', 'publish-now', 'tts']
  await eventually(async () => expect(await kinds()).toEqual(all))
  await board.stop()
})

import { GenerateInvoices, type OrgRole, RoleOf } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'
import { startStandIn } from './stand-in.ts'

let harness: Harness
const stops: (() => Promise<void>)[] = []
const roles = new Map<string, OrgRole>()
const billed: (string | undefined)[] = []

beforeAll(async () => {
  harness = await startHarness()
  const identity = await startStandIn(harness.env, 'identity', [
    rpcHandler(RoleOf, async ({ orgId, userId }) => ({
      role: roles.get(`${orgId} ${userId}`) ?? null,
    })),
  ])
  const invoicing = await startStandIn(harness.env, 'invoicing', [
    rpcHandler(GenerateInvoices, async ({ orgId }) => {
      billed.push(orgId)
      return { claimed: 1, finalized: 1, failed: 0, remaining: false }
    }),
  ])
  stops.push(identity.stop, invoicing.stop)
  await eventually(async () => {
    const { body } = await harness.caller().call('GET', '/api/workflows/nodes')
    expect(JSON.stringify(body)).toContain('generate_invoices')
  })
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await harness.stop()
})
beforeEach(() => {
  billed.length = 0
})

const yearly = { cron: '0 0 1 1 *', tz: 'UTC' }
const bills = graph(
  [node('tick', 'trigger.schedule', yearly), node('bill', 'generate_invoices')],
  [edge('tick', 'bill')],
)
const harmless = graph([node('tick', 'trigger.schedule', yearly)])

/** Creates an org member. The gateway and identity report the same role. */
const person = (role: OrgRole, colleague?: Caller): Caller => {
  const caller = harness.caller({ role, ...(colleague && { orgId: colleague.principal.orgId }) })
  roles.set(`${caller.principal.orgId} ${caller.principal.userId}`, role)
  return caller
}
const path = (id: string) => `/api/workflows/${id}`
const forbidden = { status: 403, body: { code: 'forbidden' } }

/** Makes the schedule due and returns its run once it has ended. */
async function ticked(caller: Caller, id: string): Promise<RunBody> {
  const before = (await caller.call<{ items: RunBody[] }>('GET', `${path(id)}/runs`)).body.items
    .length
  await sql`update schedules set next_at = now() where workflow_id = ${id}`.execute(harness.db)
  return eventually(async () => {
    const { items } = (await caller.call<{ items: RunBody[] }>('GET', `${path(id)}/runs`)).body
    expect(items).toHaveLength(before + 1)
    const [{ id: runId = '', status = '' } = {}] = items
    expect(['completed', 'failed']).toContain(status)
    return (await caller.call<RunBody>('GET', `${path(id)}/runs/${runId}`)).body
  })
}

it('lets a member save a workflow that issues invoices, but not activate or fire it', async () => {
  const member = person('member')
  const id = await member.create(bills)
  expect((await member.call('PATCH', path(id), { name: 'Mine', graph: bills })).status).toBe(200)
  expect(await member.call('PATCH', path(id), { active: true })).toMatchObject(forbidden)
  expect(await member.call('POST', `${path(id)}/run`)).toMatchObject(forbidden)
  expect((await member.call('GET', path(id))).body).toMatchObject({ active: false })
  expect((await member.call('DELETE', path(id))).status).toBe(204)
  expect(billed).toEqual([])
})

it('refuses a member’s changes to an active workflow if it issues invoices or would issue them afterwards', async () => {
  const admin = person('admin')
  const member = person('member', admin)
  const id = await member.create(bills)
  expect((await admin.call('PATCH', path(id), { active: true })).status).toBe(200)
  for (const change of [{ graph: harmless }, { active: false }, { name: 'Other' }]) {
    expect(await member.call('PATCH', path(id), change), JSON.stringify(change)).toMatchObject(
      forbidden,
    )
  }
  expect(await member.call('DELETE', path(id))).toMatchObject(forbidden)
  const other = await member.create(harmless)
  expect((await member.call('PATCH', path(other), { active: true })).status).toBe(200)
  expect(await member.call('PATCH', path(other), { graph: bills })).toMatchObject(forbidden)
  expect(await member.call('PATCH', path(other), { graph: bills, active: false })).toMatchObject({
    status: 200,
  })
})

it('makes the user who activates a member’s workflow its owner, and its schedule bills for them', async () => {
  const admin = person('admin')
  const member = person('member', admin)
  const id = await member.create(bills)
  const activated = await admin.call('PATCH', path(id), { active: true })
  expect(activated.body).toMatchObject({ active: true, ownerId: admin.principal.userId })
  expect(await ticked(admin, id)).toMatchObject({ status: 'completed' })
  expect(billed).toEqual([admin.principal.orgId])
  const plain = await member.create(harmless)
  const kept = await admin.call('PATCH', path(plain), { active: true })
  expect(kept.body).toMatchObject({ ownerId: member.principal.userId })
})

it('fails a run with a reason and a fix if its user lost the role, and bills nothing', async () => {
  const owner = person('owner')
  const admin = person('admin', owner)
  const id = await admin.create(bills)
  await admin.call('PATCH', path(id), { active: true })
  const member = `${admin.principal.orgId} ${admin.principal.userId}`
  roles.set(member, 'member')
  const fix = { label: 'Open the workflow', href: `/workflows/${id}` }
  const lowered = await ticked(owner, id)
  expect(lowered).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('has the role member'),
  })
  expect(lowered.nodes.find(({ nodeId }) => nodeId === 'bill')).toMatchObject({
    status: 'failed',
    fix,
  })
  roles.delete(member)
  expect((await ticked(owner, id)).error).toContain('no longer a member')
  expect(billed).toEqual([])
  // If a person fires by hand, only their role counts.
  expect(await owner.runToEnd(id)).toMatchObject({ status: 'completed' })
  expect(billed).toEqual([owner.principal.orgId])
})

it('starts an invoicing workflow from an address only if the address creator is still an owner or admin', async () => {
  const admin = person('admin')
  const member = person('member', admin)
  const hooked = graph(
    [
      node('hook', 'trigger.webhook', { respond: 'last_output' }),
      node('bill', 'generate_invoices'),
    ],
    [edge('hook', 'bill')],
  )
  const addressBy = async (caller: Caller, id: string): Promise<string> => {
    const { body } = await caller.call<{ url: string }>('POST', `${path(id)}/hook`)
    return `${harness.service.url}${new URL(body.url, 'http://x').pathname}`
  }
  const post = async (url: string) => (await fetch(url, { method: 'POST' })).status
  const id = await member.create(graph([node('hook', 'trigger.webhook')]))
  const early = await addressBy(member, id)
  await admin.call('PATCH', path(id), { graph: hooked, active: true })
  expect(await post(early)).toBe(409)
  expect(await member.call('POST', `${path(id)}/hook`)).toMatchObject(forbidden)
  const url = await addressBy(admin, id)
  expect(await post(early)).toBe(404)
  expect(await post(url)).toBe(200)
  expect(billed).toEqual([admin.principal.orgId])
  roles.set(`${admin.principal.orgId} ${admin.principal.userId}`, 'member')
  expect(await post(url)).toBe(409)
})

it('requires no role for the platform’s own schedule', async () => {
  await sql`update schedules set next_at = now() where key = 'system.generate-invoices'`.execute(
    harness.db,
  )
  await eventually(() => expect(billed).toEqual([undefined]))
})

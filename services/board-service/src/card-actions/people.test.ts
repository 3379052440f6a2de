import { CardAssigned, Customer, FindCustomers, RoleOf } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
const members = new Map<string, string>()
const customers = new Map<string, string>()
beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([
    rpcHandler(RoleOf, async ({ orgId, userId }) => ({
      role: members.get(userId) === orgId ? ('member' as const) : null,
    })),
    rpcHandler(FindCustomers, async ({ orgId, value }) => ({
      items: customers.get(value) === orgId ? [toCustomer(value)] : [],
    })),
  ])
})
afterAll(() => harness.stop())

const at = '2026-01-01T00:00:00.000Z'
const toCustomer = (id: string): Customer =>
  Customer.parse({
    ...Object.fromEntries(Object.keys(Customer.shape).map((name) => [name, null])),
    id,
    name: 'Quay',
    email: '',
    emails: { to: [], cc: [] },
    balanceCents: 0,
    remindersPaused: false,
    createdAt: at,
    updatedAt: at,
  })

/** Returns an organisation's owner with a colleague, a customer, and the assignments it emits. */
async function startOrg() {
  const owner = await harness.caller({ role: 'owner' })
  const { orgId } = owner
  const [colleague, customerId] = [`usr_${orgId.slice(-6)}`, `cus_${orgId.slice(-6)}`]
  members.set(colleague, orgId)
  customers.set(customerId, orgId)
  const assigned: unknown[] = []
  const subscription = harness.bus.nc.subscribe(
    harness.bus.subject(`events.${orgId}.${CardAssigned.type}`),
  )
  void (async () => {
    for await (const message of subscription) assigned.push(message.json<{ data: unknown }>().data)
  })()
  await harness.bus.nc.flush()
  return { ...owner, colleague, customerId, assigned }
}

test('assigns a card to a member, links its customer, and emits each assignment once', async () => {
  const { call, principal, colleague, customerId, assigned } = await startOrg()
  const created = await call('POST', '/api/tasks', {
    title: 'Paint the hull',
    assigneeId: principal.userId,
    customerId,
  })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ assigneeId: principal.userId, customerId })
  const path = `/api/tasks/${created.body.id}`
  const patch = async (body: object) => (await call('PATCH', path, body)).body
  expect(await patch({ assigneeId: colleague })).toMatchObject({
    assigneeId: colleague,
    customerId,
  })
  expect(await patch({ assigneeId: colleague, title: 'Paint it' })).toMatchObject({
    assigneeId: colleague,
  })
  const bulk = (assigneeId: string | null) =>
    call('POST', '/api/tasks/bulk', { ids: [created.body.id], set: { assigneeId } })
  expect((await bulk(null)).body.changed).toEqual([created.body.id])
  expect((await call('GET', path)).body).toMatchObject({ assigneeId: null, customerId })
  expect((await bulk(colleague)).body.refused).toEqual([])
  expect(await patch({ customerId: null })).toMatchObject({ customerId: null })
  const taskId = created.body.id
  const byId = principal.userId
  const card = { taskId, kind: 'task', ownerId: byId }
  await eventually(async () =>
    expect(assigned).toEqual([
      { ...card, title: 'Paint the hull', assigneeId: byId, byId },
      { ...card, title: 'Paint the hull', assigneeId: colleague, byId },
      { ...card, title: 'Paint it', assigneeId: colleague, byId },
    ]),
  )
})

test('rejects people and customers of another organisation, and keeps the card as it was', async () => {
  const [mine, theirs] = [await startOrg(), await startOrg()]
  const { body: card } = await mine.call('POST', '/api/tasks', { title: 'Paint' })
  const path = `/api/tasks/${card.id}`
  const set = { assigneeId: theirs.colleague }
  for (const refused of [
    await mine.call('POST', '/api/tasks', { title: 'x', ...set }),
    await mine.call('PATCH', path, { title: 'x', ...set }),
    await mine.call('POST', '/api/tasks/bulk', { ids: [card.id], set }),
  ]) {
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'assigneeId', message: 'Choose a member of your organisation' }],
    ])
  }
  for (const refused of [
    await mine.call('POST', '/api/tasks', { title: 'x', customerId: theirs.customerId }),
    await mine.call('PATCH', path, { title: 'x', customerId: theirs.customerId }),
  ])
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  expect((await mine.call('GET', path)).body).toEqual(card)
  expect((await theirs.call('PATCH', path, { assigneeId: theirs.colleague })).status).toBe(404)
  expect((await mine.call('GET', '/api/tasks')).body.total).toBe(1)
})

test('filters the list by assignee and customer', async () => {
  const { call, principal, colleague, customerId } = await startOrg()
  await call('POST', '/api/tasks', { title: 'Mine', assigneeId: principal.userId, customerId })
  await call('POST', '/api/tasks', { title: 'Theirs', assigneeId: colleague })
  await call('POST', '/api/tasks', { title: 'Free' })
  const titles = async (query: string) =>
    (await call('GET', `/api/tasks?${query}`)).body.items.map(
      ({ title }: { title: string }) => title,
    )
  expect(await titles('assignee=me')).toEqual(['Mine'])
  expect(await titles(`assignee=${colleague}`)).toEqual(['Theirs'])
  expect(await titles('assignee=none')).toEqual(['Free'])
  expect(await titles(`customerId=${customerId}`)).toEqual(['Mine'])
})

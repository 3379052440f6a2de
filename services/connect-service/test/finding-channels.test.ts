import { FindChannel, newId, type OrgRole, RoleOf, UsersByIds } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, connectPage, type Harness, startHarness } from './harness.ts'

let harness: Harness
let ada: Caller
let role: OrgRole | null

beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([
    rpcHandler(UsersByIds, async () => ({ users: [] })),
    rpcHandler(RoleOf, async () => ({ role })),
  ])
})
afterAll(() => harness.stop())
beforeEach(() => {
  ada = harness.person()
  role = 'member'
})

const colleague = () => harness.person({ orgId: ada.orgId, role: 'member' })
const find = async (caller: Caller, address: string) =>
  (await callRpc(harness.bus, FindChannel, { orgId: caller.orgId, userId: caller.userId, address }))
    .channel
const readUri = async (caller: Caller, id: string) => {
  const items = (await caller('GET', '/api/connectors')).body['items'] as unknown as {
    id: string
    uri: string
  }[]
  return items.find((each) => each.id === id)?.uri ?? ''
}

test('finds a channel by its URI and by its id', async () => {
  const id = await connectPage(ada)
  const found = { id, network: 'pagenet', active: true }
  expect(await find(ada, id)).toMatchObject(found)
  expect(await find(ada, await readUri(ada, id))).toMatchObject(found)
  expect(await find(ada, 'social://nobody@facebook.com')).toBeNull()
})

test('does not find a channel of another organisation', async () => {
  const id = await connectPage(ada)
  const stranger = harness.person({ ...ada.principal, orgId: newId('org') })
  expect([await find(stranger, id), await find(stranger, await readUri(ada, id))]).toEqual([
    null,
    null,
  ])
})

test('finds a channel for a colleague only if it is shared and the colleague is still a member', async () => {
  const id = await connectPage(ada)
  const bob = colleague()
  expect(await find(bob, id)).toBeNull()
  await ada('PATCH', `/api/connectors/${id}`, { shared: true })
  expect(await find(bob, id)).toMatchObject({ id })
  role = null
  expect(await find(bob, id)).toBeNull()
})

test("prefers an active channel, then the user's own, if two channels have the same account", async () => {
  const bob = colleague()
  const [mine, shared] = [await connectPage(bob), await connectPage(ada)]
  await ada('PATCH', `/api/connectors/${shared}`, { shared: true })
  const uri = await readUri(bob, mine)
  expect(await find(bob, uri)).toMatchObject({ id: mine, active: true })
  await harness.deps.db
    .updateTable('channels')
    .set({ status: 'invalidated' })
    .where('id', '=', mine)
    .execute()
  expect(await find(bob, uri)).toMatchObject({ id: shared, active: true })
  await harness.deps.db
    .updateTable('channels')
    .set({ status: 'invalidated' })
    .where('id', '=', shared)
    .execute()
  expect(await find(bob, uri)).toMatchObject({ id: mine, active: false })
})

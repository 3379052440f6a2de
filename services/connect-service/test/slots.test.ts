import { ReadPostingSlots, RoleOf } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPage, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([rpcHandler(RoleOf, async () => ({ role: 'member' as const }))])
})
afterAll(() => harness.stop())

const monday = { weekday: 1, time: '09:00' }
const friday = { weekday: 5, time: '17:30' }

test("replaces a channel's slots, sorted and each once, and deletes them with the channel", async () => {
  const owner = harness.person()
  const id = await connectPage(owner)
  const path = `/api/connectors/${id}/slots`
  expect((await owner('GET', path)).body).toEqual({ items: [] })
  const saved = await owner('PUT', path, { items: [friday, monday, friday] })
  expect([saved.status, saved.body]).toEqual([200, { items: [monday, friday] }])
  expect((await owner('GET', path)).body).toEqual({ items: [monday, friday] })
  for (const items of [
    [{ weekday: 0, time: '09:00' }],
    [{ weekday: 8, time: '09:00' }],
    [{ weekday: 1, time: '24:00' }],
    [{ weekday: 1, time: '9:00' }],
    [{ ...monday, day: 1 }],
    Array.from({ length: 101 }, () => monday),
  ])
    expect((await owner('PUT', path, { items })).status).toBe(400)
  expect((await owner('GET', path)).body).toEqual({ items: [monday, friday] })
  expect((await owner('DELETE', `/api/connectors/${id}`)).status).toBe(204)
  expect(await harness.deps.db.selectFrom('posting_slots').selectAll().execute()).toEqual([])
})

test('lets colleagues read the slots of a shared channel, and only its owner change them', async () => {
  const owner = harness.person()
  const { orgId } = owner.principal
  const [colleague, stranger] = [harness.person({ orgId }), harness.person()]
  const id = await connectPage(owner)
  const path = `/api/connectors/${id}/slots`
  await owner('PUT', path, { items: [monday] })
  const slots = async (caller: typeof owner) => {
    const { orgId: org, userId } = caller.principal
    const asked = { orgId: org ?? '', userId, channelId: id }
    return (await callRpc(harness.bus, ReadPostingSlots, asked)).slots
  }
  expect((await colleague('GET', path)).status).toBe(404)
  expect(await slots(colleague)).toBeNull()
  await owner('PATCH', `/api/connectors/${id}`, { shared: true })
  expect((await colleague('GET', path)).body).toEqual({ items: [monday] })
  expect((await colleague('PUT', path, { items: [] })).status).toBe(403)
  expect((await stranger('PUT', path, { items: [] })).status).toBe(404)
  expect([await slots(owner), await slots(colleague), await slots(stranger)]).toEqual([
    [monday],
    [monday],
    null,
  ])
})

import { type PostingSlot, ReadPostingSlots } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { putTimeZone } from '../due-days/time-zone.db.ts'
import { findFreeSlot } from './next-slot.db.ts'

let harness: Harness
let slots: PostingSlot[] | null = null
beforeAll(async () => {
  harness = await startHarness()
  await harness.answer([rpcHandler(ReadPostingSlots, async () => ({ slots }))])
})
afterAll(() => harness.stop())

const find = (now: string, zone: string, ...wanted: Array<[weekday: number, time: string]>) =>
  findFreeSlot(harness.handle.db, {
    orgId: 'org_none',
    channelId: 'chn_1',
    slots: wanted.map(([weekday, time]) => ({ weekday, time })),
    zone,
    now: new Date(now),
  }).then((at) => at?.toISOString())

test("keeps a slot's time of day in the zone when the clocks change", async () => {
  // In Berlin, summer time ends on 25 October 2026 and begins on 28 March 2027.
  const sunday = (now: string) => find(now, 'Europe/Berlin', [7, '09:00'])
  expect(await sunday('2026-10-24T12:00:00Z')).toBe('2026-10-25T08:00:00.000Z')
  expect(await sunday('2026-10-17T12:00:00Z')).toBe('2026-10-18T07:00:00.000Z')
  expect(await sunday('2027-03-27T12:00:00Z')).toBe('2027-03-28T07:00:00.000Z')
  // 02:30 does not exist on that day.
  expect(await find('2027-03-27T12:00:00Z', 'Europe/Berlin', [7, '02:30'])).toBe(
    '2027-03-28T01:30:00.000Z',
  )
})

test("finds the first slot after now on the zone's day", async () => {
  const both = (now: string) => find(now, 'Pacific/Auckland', [2, '09:00'], [2, '17:00'])
  // 20:30 UTC on Monday is 09:30 on Tuesday in Auckland.
  expect(await both('2026-12-07T20:30:00Z')).toBe('2026-12-08T04:00:00.000Z')
  expect(await both('2026-12-08T04:00:00Z')).toBe('2026-12-14T20:00:00.000Z')
})

test('skips slots at which another approved post of the channel is due', async () => {
  const owner = await harness.caller()
  await harness.handle.db.transaction().execute((tx) => putTimeZone(tx, owner.orgId, 'Asia/Tokyo'))
  slots = [{ weekday: 3, time: '10:00' }]
  const next = async () => (await owner.call('GET', '/api/posts/next-slot?channelId=chn_1')).body.at
  const first = await next()
  expect(new Date(first).toISOString()).toMatch(/T01:00:00.000Z$/)
  expect(new Date(first).getUTCDay()).toBe(3)
  const approve = async (channelId: string) => {
    const post = {
      kind: 'post',
      body: `Hello ${channelId}`,
      post: { platform: 'shortpost', channelId },
    }
    const { id } = (await owner.call('POST', '/api/tasks', post)).body
    const dueDate = new Date(Date.parse(first) + 20_000).toISOString()
    expect((await owner.call('POST', `/api/tasks/${id}/approve`, { dueDate })).status).toBe(200)
  }
  await approve('chn_2')
  expect(await next()).toBe(first)
  await approve('chn_1')
  expect(Date.parse(await next()) - Date.parse(first)).toBe(7 * 86_400_000)
})

test('finds a slot behind months of taken ones, and none when the whole year is taken', async () => {
  const { db } = harness.handle
  const owner = await harness.caller()
  const now = new Date('2026-12-07T08:00:00Z')
  const free = async () => {
    const at = await findFreeSlot(db, {
      orgId: owner.orgId,
      channelId: 'chn_full',
      slots: [{ weekday: 1, time: '09:00' }],
      zone: 'UTC',
      now,
    })
    return at?.toISOString()
  }
  const take = async (weeks: number[]) => {
    for (const week of weeks) {
      const post = {
        kind: 'post',
        body: `Week ${week}`,
        post: { platform: 'shortpost', channelId: 'chn_full' },
      }
      const { id } = (await owner.call('POST', '/api/tasks', post)).body
      const due_date = new Date(Date.parse('2026-12-07T09:00:00Z') + week * 7 * 86_400_000)
      await db
        .updateTable('tasks')
        .set({ status: 'reviewed', due_date })
        .where('id', '=', id)
        .execute()
    }
  }
  await take(Array.from({ length: 9 }, (_, week) => week))
  expect(await free()).toBe('2027-02-08T09:00:00.000Z')
  await take(Array.from({ length: 44 }, (_, week) => week + 9))
  expect(await free()).toBe(undefined)
})

test('responds with 404 without slots or without a channel that the caller may use', async () => {
  const owner = await harness.caller()
  const read = async (query = '?channelId=chn_1') => {
    const { status, body } = await owner.call('GET', `/api/posts/next-slot${query}`)
    return [status, body.code]
  }
  slots = []
  expect(await read()).toEqual([404, 'not_found'])
  slots = null
  expect(await read()).toEqual([404, 'not_found'])
  expect(await read('')).toEqual([400, 'validation_failed'])
})

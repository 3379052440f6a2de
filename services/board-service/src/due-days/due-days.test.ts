import {
  type Card,
  ClaimPost,
  CreateCard,
  ReleasePost,
  SearchCards,
  SettingsChanged,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { readDue } from './due.ts'
import { putTimeZone } from './time-zone.db.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

async function callerIn(zone: string) {
  const caller = await harness.caller()
  harness.settings.set(caller.orgId, { timezone: zone })
  const create = async (dueDate: string | null, more: object = {}) =>
    (await caller.call('POST', '/api/tasks', { title: 'Card', dueDate, ...more }))
      .body as unknown as Card
  const patch = async (id: string, dueDate: string | null) =>
    (await caller.call('PATCH', `/api/tasks/${id}`, { dueDate })).body as unknown as Card
  const list = async (query: string) =>
    (
      (await caller.call('GET', `/api/tasks?${query}`)).body as unknown as { items: Card[] }
    ).items.map(({ id }) => id)
  return { ...caller, create, patch, list }
}

test.each([
  ['UTC', '2026-05-06T23:59:59.999Z'],
  ['America/New_York', '2026-05-07T03:59:59.999Z'],
  ['Europe/Berlin', '2026-05-06T21:59:59.999Z'],
  ['Pacific/Auckland', '2026-05-06T11:59:59.999Z'],
])('sets the due date of an all-day card to the end of that day in %s', async (zone, dueDate) => {
  const { create } = await callerIn(zone)
  expect(await create('2026-05-06')).toMatchObject({
    dueDate,
    dueAllDay: true,
    dueOn: '2026-05-06',
  })
})

test('shortens or lengthens a day when the clocks change in its zone', async () => {
  const { create } = await callerIn('Europe/Berlin')
  expect((await create('2026-03-29')).dueDate).toBe('2026-03-29T21:59:59.999Z')
  expect((await create('2026-03-28')).dueDate).toBe('2026-03-28T22:59:59.999Z')
})

test("keeps the moment of a card that is due at a moment, and stores its day in the organisation's zone", async () => {
  const { create, patch } = await callerIn('America/Los_Angeles')
  const card = await create('2026-05-07T03:00:00.000Z')
  expect(card).toMatchObject({
    dueDate: '2026-05-07T03:00:00.000Z',
    dueAllDay: false,
    dueOn: '2026-05-06',
  })
  expect(await patch(card.id, '2026-05-08')).toMatchObject({ dueAllDay: true, dueOn: '2026-05-08' })
  expect(await patch(card.id, '2026-05-09T12:00:00Z')).toMatchObject({
    dueAllDay: false,
    dueOn: '2026-05-09',
  })
  expect(await patch(card.id, null)).toMatchObject({ dueDate: null, dueAllDay: false, dueOn: null })
})

test('changes nothing if a patch sets the same day again', async () => {
  const { create, patch } = await callerIn('Europe/Berlin')
  const card = await create('2026-05-06')
  expect((await patch(card.id, '2026-05-06')).updatedAt).toBe(card.updatedAt)
})

test('filters by days of the organisation', async () => {
  const { create, list } = await callerIn('Pacific/Auckland')
  const before = await create('2026-05-05')
  const day = await create('2026-05-06')
  const early = await create('2026-05-05T12:30:00.000Z')
  const after = await create('2026-05-07')
  expect((await list('dueAfter=2026-05-06&dueBefore=2026-05-07')).sort()).toEqual(
    [day.id, early.id].sort(),
  )
  expect(await list('dueBefore=2026-05-06')).toEqual([before.id])
  expect(await list('dueAfter=2026-05-07')).toEqual([after.id])
  // An all-day card is not overdue until its day ends.
  expect(await list('dueBefore=2026-05-06T10:00:00.000Z&dueAfter=2026-05-06')).toEqual([early.id])
})

test('moves many cards to a day at once', async () => {
  const { create, call, list } = await callerIn('Europe/Berlin')
  const ids = [(await create(null)).id, (await create('2026-01-01T08:00:00.000Z')).id]
  expect(
    (await call('POST', '/api/tasks/bulk', { ids, set: { dueDate: '2026-06-01' } })).status,
  ).toBe(200)
  expect((await list('dueAfter=2026-06-01&dueBefore=2026-06-02')).sort()).toEqual(ids.sort())
})

test("keeps the day of all-day cards and the moment of others when the organisation's zone changes", async () => {
  const { create, call, orgId } = await callerIn('Europe/Berlin')
  const [day, moment] = [await create('2026-05-06'), await create('2026-05-06T22:30:00.000Z')]
  expect(moment.dueOn).toBe('2026-05-07')
  harness.settings.set(orgId, { timezone: 'America/New_York' })
  await inTransaction(harness.deps.db, undefined, (tx) =>
    emit(tx, SettingsChanged, orgId, { orgId, userId: 'usr_1' }),
  )
  await eventually(async () => {
    expect((await call('GET', `/api/tasks/${day.id}`)).body).toMatchObject({
      dueDate: '2026-05-07T03:59:59.999Z',
      dueAllDay: true,
      dueOn: '2026-05-06',
    })
    expect((await call('GET', `/api/tasks/${moment.id}`)).body).toMatchObject({
      dueDate: '2026-05-06T22:30:00.000Z',
      dueOn: '2026-05-06',
    })
  })
})

test('publishes a post at the end of a day when it is created or approved for that day', async () => {
  const { create, call } = await callerIn('America/New_York')
  const post = { platform: 'shortpost', channelId: 'chn_1' }
  const card = await create('2090-05-06', { kind: 'post', title: '', body: 'Hello', post })
  const day = { dueDate: '2090-05-07T03:59:59.999Z', dueAllDay: true, dueOn: '2090-05-06' }
  expect(card).toMatchObject({ status: 'draft', ...day })
  const approve = (dueDate: string) =>
    call('POST', `/api/tasks/${card.id}/approve`, { dueDate }).then(({ status, body }) => ({
      status,
      ...body,
    }))
  expect(await approve('2090-02-30')).toMatchObject({ status: 400, errors: [{ path: 'dueDate' }] })
  expect(await approve('2090-05-08')).toMatchObject({
    status: 'reviewed',
    dueDate: '2090-05-09T03:59:59.999Z',
    dueAllDay: true,
    dueOn: '2090-05-08',
  })
})

test.each(['America/New_York', 'Pacific/Auckland'])(
  'approves a post for now when its day is over in %s, and for the end of today otherwise',
  async (zone) => {
    const { create, call } = await callerIn(zone)
    const day = (moment: number) =>
      new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone }).format(moment)
    const now = harness.deps.now().getTime()
    const approve = async (dueOn: string) => {
      const post = { platform: 'shortpost', channelId: 'chn_1' }
      const { id } = await create(null, { kind: 'post', title: '', body: 'Hello', post })
      return (await call('POST', `/api/tasks/${id}/approve`, { dueDate: dueOn }))
        .body as unknown as Card
    }
    const late = await approve(day(now - 86_400_000))
    expect(late).toMatchObject({ status: 'reviewed', dueAllDay: false })
    expect(Date.parse(late.dueDate ?? '')).toBeGreaterThanOrEqual(now)
    expect(await approve(day(now + 86_400_000))).toMatchObject({
      dueAllDay: true,
      dueOn: day(now + 86_400_000),
    })
  },
)

test('sets the due date of a post for a later day to the moment when somebody posts it', async () => {
  const { create, call } = await callerIn('Europe/Berlin')
  const more = { kind: 'post', title: '', body: 'Hello', post: { platform: 'shortpost' } }
  const { id } = await create('2090-05-06', more)
  await call('POST', `/api/tasks/${id}/handed-off`)
  const { body } = await call('POST', `/api/tasks/${id}/posted-by-hand`)
  expect(body).toMatchObject({ status: 'posted_by_hand', dueAllDay: false })
  expect(body.dueDate).toBe(body.post.postedAt)
})

test('waits until a moment when a network refuses a post that is due on a day', async () => {
  const { create, call, orgId } = await callerIn('Europe/Berlin')
  const post = { platform: 'shortpost', channelId: 'chn_1' }
  const { id } = await create('2090-05-06', { kind: 'post', title: '', body: 'Hello', post })
  await call('POST', `/api/tasks/${id}/approve`, { dueDate: '2090-05-06' })
  const { claim } = await callRpc(harness.bus, ClaimPost, { orgId, taskId: id })
  const dueDate = '2090-05-06T08:00:00.000Z'
  const release = { orgId, taskId: id, token: claim?.token ?? '', dueDate }
  expect((await callRpc(harness.bus, ReleasePost, release)).card).toMatchObject({
    status: 'reviewed',
    dueDate,
    dueAllDay: false,
  })
})

test('rejects a day that does not exist', async () => {
  const { call } = await callerIn('UTC')
  for (const body of [
    { title: 'Card', dueDate: '2026-02-30' },
    { title: 'Card', dueDate: '0000-05-06' },
    { title: 'Card', dueDate: '9999-12-31' },
    { title: 'Card', dueDate: 'tomorrow' },
  ]) {
    expect(await call('POST', '/api/tasks', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path: 'dueDate' }] },
    })
  }
  for (const day of ['2026-13-01', '0000-05-06'])
    expect((await call('GET', `/api/tasks?dueBefore=${day}`)).status).toBe(400)
})

test('writes and searches days for workflows within their organisation only', async () => {
  const [own, other] = [await callerIn('Europe/Berlin'), await callerIn('Asia/Tokyo')]
  const write = (dueDate: string) =>
    callRpc(harness.bus, CreateCard, {
      orgId: own.orgId,
      ownerId: own.principal.userId,
      key: 'day',
      card: { title: 'Card', dueDate },
      onExisting: 'update',
    })
  const { card } = await write('2026-05-06')
  expect((await write('2026-05-07')).card).toMatchObject({
    id: card.id,
    dueAllDay: true,
    dueOn: '2026-05-07',
  })
  await own.patch(card.id, '2026-06-01')
  expect((await write('2026-05-08')).card.dueOn).toBe('2026-06-01')
  const search = (orgId: string) =>
    callRpc(harness.bus, SearchCards, { orgId, dueAfter: '2026-06-01' })
  expect((await search(own.orgId)).total).toBe(1)
  expect((await search(other.orgId)).total).toBe(0)
})

test("writes and lists cards in UTC if PostgreSQL does not know the organisation's zone", async () => {
  const { create, list } = await callerIn('SystemV/PST8PDT')
  const card = await create('2026-05-06')
  expect(card).toMatchObject({ dueDate: '2026-05-06T23:59:59.999Z', dueOn: '2026-05-06' })
  expect(await list('dueAfter=2026-05-06&dueBefore=2026-05-07')).toEqual([card.id])
})

test("updates the day of a card that is being written when the organisation's zone changes", async () => {
  const { create, call, orgId } = await callerIn('Europe/Berlin')
  const { id } = await create(null)
  const { db } = harness.deps
  const written = Promise.withResolvers<void>()
  const writing = db.transaction().execute(async (tx) => {
    await tx.updateTable('tasks').set(readDue('2026-05-06')).where('id', '=', id).execute()
    written.resolve()
    await eventually(async () => {
      const { rows } = await sql<{ n: string }>`select count(*) as n from pg_locks
        where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      )
      expect(Number(rows[0]?.n)).toBe(1)
    })
  })
  await written.promise
  const moving = inTransaction(db, undefined, (tx) => putTimeZone(tx, orgId, 'America/New_York'))
  await Promise.all([writing, moving])
  expect((await call('GET', `/api/tasks/${id}`)).body).toMatchObject({
    dueDate: '2026-05-07T03:59:59.999Z',
    dueAllDay: true,
    dueOn: '2026-05-06',
  })
})

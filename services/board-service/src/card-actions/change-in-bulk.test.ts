import { randomUUID } from 'node:crypto'
import { newId } from '@atrium/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type Answer,
  type Caller,
  type Harness,
  newAsset,
  startHarness,
} from '../../test/harness.ts'

let harness: Harness
let ana: Caller
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  ana = await harness.caller()
  harness.channels.clear()
})

const bulk = (body: object, headers?: Record<string, string>): Promise<Answer> =>
  ana.call('POST', '/api/tasks/bulk', body, headers)
async function create(body: object = {}): Promise<string> {
  const answer = await ana.call('POST', '/api/tasks', { title: 'Card', ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const createMany = (count: number) => Promise.all(Array.from({ length: count }, () => create()))
const post = (channelId: string | null = 'chn_1') =>
  create({ kind: 'post', body: 'Hello', post: { platform: 'shortpost', channelId } })
const read = async (id: string) => (await ana.call('GET', `/api/tasks/${id}`)).body
const codes = (answer: Answer) =>
  answer.body.refused.map(({ id, code }: { id: string; code: string }) => [id, code])
const readHistory = async (id: string): Promise<string[]> =>
  (await ana.call('GET', `/api/tasks/${id}/timeline?kind=history`)).body.items.map(
    ({ kind }: { kind: string }) => kind,
  )
/** Collects the org's published events until `end` is called. */
function watchEvents() {
  const subscription = harness.bus.nc.subscribe(harness.bus.subject(`events.${ana.orgId}.>`))
  const seen: { type: string; data: { taskId: string } }[] = []
  const reading = (async () => {
    for await (const message of subscription) seen.push(message.json())
  })()
  return {
    seen,
    end: async () => {
      subscription.unsubscribe()
      await reading
    },
  }
}
/** Waits until all events of the org have been published. */
const drained = () =>
  vi.waitFor(async () => {
    const rows = harness.handle.db
      .selectFrom('outbox')
      .select('type')
      .where('org_id', '=', ana.orgId)
    expect(await rows.execute()).toEqual([])
  }, 10_000)
const withFailing = async (
  event: 'update' | 'delete',
  id: string,
  run: () => Promise<Answer>,
): Promise<Answer> => {
  const name = `fail_${randomUUID().replaceAll('-', '')}`
  const { db } = harness.handle
  await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as
    'begin raise exception ''no''; end'`.execute(db)
  await sql`create trigger ${sql.ref(name)} before ${sql.raw(event)} on tasks for each row
    when (old.id = ${sql.lit(id)}) execute function ${sql.ref(name)}()`.execute(db)
  const answer = await run()
  await sql`drop trigger ${sql.ref(name)} on tasks`.execute(db)
  return answer
}

test('moves many cards and changes their tags and due date at once, with events for each card', async () => {
  const ids = await createMany(3)
  const set = { status: 'doing', addTags: ['urgent', 'new'], dueDate: '2090-01-01T00:00:00.000Z' }
  const answer = await bulk({ ids: [...ids, ids[0]], set })
  expect([answer.status, answer.body]).toEqual([200, { changed: ids, refused: [] }])
  for (const id of ids) {
    expect(await read(id)).toMatchObject({
      status: 'doing',
      tags: ['urgent', 'new'],
      dueDate: set.dueDate,
    })
  }
  expect(
    (await bulk({ ids, set: { addTags: ['kept'], removeTags: ['new'], dueDate: null } })).status,
  ).toBe(200)
  expect(await read(ids[0] ?? '')).toMatchObject({ tags: ['urgent', 'kept'], dueDate: null })
})

test('leaves a refused card unchanged, names it and changes every other card', async () => {
  const [first, draft, crowded, last] = [
    await create(),
    await post(),
    await create({ tags: Array.from({ length: 50 }, (_, index) => `t${index}`) }),
    await create({ tags: ['old'] }),
  ]
  const before = await Promise.all([draft, crowded].map(read))
  await drained()
  const events = watchEvents()
  const ids = [draft, first, 'task_unknown', crowded, last]
  const set = { status: 'done', addTags: ['x'], removeTags: ['old'] }
  const answer = await bulk({ ids, set })
  expect([answer.status, answer.body.changed]).toEqual([200, [first, last]])
  expect(codes(answer)).toEqual([
    [draft, 'invalid_transition'],
    ['task_unknown', 'not_found'],
    [crowded, 'validation_failed'],
  ])
  expect(answer.body.refused.every(({ message }: { message: string }) => message !== '')).toBe(true)
  // Refused cards keep their fields, their `updatedAt` and their history.
  expect(await Promise.all([draft, crowded].map(read))).toEqual(before)
  for (const id of [draft, crowded]) expect(await readHistory(id)).toEqual(['history.created'])
  for (const id of [first, last]) {
    expect(await read(id)).toMatchObject({ status: 'done', tags: ['x'] })
    expect((await readHistory(id)).sort()).toEqual([
      'history.changed',
      'history.created',
      'history.moved',
    ])
  }
  const moves = () => events.seen.filter(({ type }) => type === 'task.status_changed')
  await vi.waitFor(
    () => expect(moves().map(({ data }) => data.taskId)).toEqual([first, last]),
    10_000,
  )
  expect(events.seen.filter(({ data }) => [draft, crowded].includes(data.taskId))).toEqual([])
  await events.end()
})

test('enforces post rules and channel rights for every post', async () => {
  const [mine, foreign, manual, long] = [
    await post(),
    await post('chn_2'),
    await post(null),
    await post(),
  ]
  await ana.call('PATCH', `/api/tasks/${long}`, { body: 'x'.repeat(300) })
  harness.channels.set('chn_2', { ownerId: newId('usr') })
  const dueDate = '2090-01-01T00:00:00.000Z'
  const answer = await bulk({
    ids: [mine, foreign, manual, long],
    set: { status: 'reviewed', dueDate },
  })
  expect(answer.body.changed).toEqual([mine])
  expect(codes(answer)).toEqual([
    [foreign, 'channel_not_available'],
    [manual, 'invalid_transition'],
    [long, 'post_rules_failed'],
  ])
  await bulk({ ids: [mine], set: { dueDate: '2000-01-01T00:00:00.000Z' } })
  expect(new Date((await read(mine)).dueDate).getTime()).toBeGreaterThan(Date.now() - 3_600_000)
  await harness.connect.stop()
  const away = await bulk({ ids: [mine, manual], set: { dueDate } })
  await harness.connect.start()
  expect([away.body.changed, codes(away)]).toEqual([[manual], [[mine, 'unavailable']]])
})

test('deletes many cards at once, but keeps a post if it is being published', async () => {
  const [task, flying] = [await create(), await post()]
  await harness.handle.db
    .updateTable('tasks')
    .set({ status: 'posting' })
    .where('id', '=', flying)
    .execute()
  const answer = await bulk({ ids: [flying, task, 'task_unknown'], delete: true })
  expect(answer.body.changed).toEqual([task])
  expect(codes(answer)).toEqual([
    [flying, 'post_in_flight'],
    ['task_unknown', 'not_found'],
  ])
  expect((await ana.call('GET', `/api/tasks/${task}`)).status).toBe(404)
  expect((await ana.call('GET', `/api/tasks/${flying}`)).status).toBe(200)
})

test('refuses only the card whose tag names a released asset', async () => {
  const { key } = newAsset(ana.orgId)
  const [has, lacks] = [await create({ tags: [key] }), await create()]
  await harness.handle.db
    .insertInto('asset_fences')
    .values({
      asset_key: key,
      release_id: 'r',
      org_id: ana.orgId,
      released: true,
      until: new Date(Date.now() + 60_000),
    })
    .execute()
  const answer = await bulk({ ids: [lacks, has], set: { addTags: [key, 'x'] } })
  expect([answer.status, codes(answer), answer.body.changed]).toEqual([
    200,
    [[lacks, 'asset_released']],
    [has],
  ])
  expect([(await read(lacks)).tags, (await read(has)).tags]).toEqual([[], [key, 'x']])
})

test('rejects a body with 400 if it names no change, both changes or too many cards', async () => {
  const id = await create()
  for (const body of [
    {},
    { ids: [id] },
    { ids: [id], set: {} },
    { ids: [], set: { status: 'done' } },
    { ids: [id], set: { status: 'done' }, delete: true },
    { ids: [id], delete: false },
    { ids: [id], set: { title: 'x' } },
    { ids: [id], set: { status: 'gone' } },
    { ids: [id], set: { dueDate: 'soon' } },
    { ids: [id], set: { addTags: [''] } },
    { ids: [1], delete: true },
    { ids: Array.from({ length: 201 }, (_, index) => `task_${index}`), delete: true },
  ]) {
    expect([(await bulk(body)).status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)])
  }
  expect(await read(id)).toMatchObject({ status: 'todo' })
})

test('finds and changes no cards of another org', async () => {
  const id = await create()
  const stranger = await harness.caller({ role: 'owner', isAdmin: true })
  for (const body of [
    { ids: [id], set: { status: 'done' } },
    { ids: [id], delete: true },
  ]) {
    const answer = await stranger.call('POST', '/api/tasks/bulk', body)
    expect([answer.body.changed, codes(answer)]).toEqual([[], [[id, 'not_found']]])
  }
  expect(await read(id)).toMatchObject({ status: 'todo' })
})

test('returns the first outcome when a request is repeated with its Idempotency-Key', async () => {
  const ids = await createMany(2)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await bulk({ ids, delete: true }, headers)
  expect(first.body).toEqual({ changed: ids, refused: [] })
  expect((await bulk({ ids, delete: true }, headers)).body).toEqual(first.body)
  expect((await bulk({ ids: ids.slice(1), delete: true }, headers)).body.code).toBe(
    'idempotency_key_reused',
  )
})

test('rolls back every card, event and history entry when an error occurs midway', async () => {
  const ids = await createMany(3)
  const before = await Promise.all(ids.map(read))
  await drained()
  const events = watchEvents()
  const headers = { 'idempotency-key': randomUUID() }
  for (const [event, body] of [
    ['update', { ids, set: { status: 'done' } }],
    ['delete', { ids, delete: true }],
  ] as const) {
    expect((await withFailing(event, ids[1] ?? '', () => bulk(body))).status).toBe(500)
  }
  const keyed = () => bulk({ ids, set: { status: 'doing' } }, headers)
  expect((await withFailing('update', ids[2] ?? '', keyed)).status).toBe(500)
  expect(await Promise.all(ids.map(read))).toEqual(before)
  for (const id of ids) expect(await readHistory(id)).toEqual(['history.created'])
  expect((await keyed()).body.changed).toEqual(ids)
  // Events are published in order. The first ones after the creation belong to the change that
  // succeeded.
  await vi.waitFor(() => expect(events.seen.length).toBeGreaterThanOrEqual(ids.length), 10_000)
  expect(events.seen.map(({ type, data }) => [type, data.taskId])).toEqual(
    ids.map((id) => ['task.status_changed', id]),
  )
  await events.end()
})

test('avoids deadlocks and lost changes when bulk changes in opposite orders, single edits and deletions run concurrently', async () => {
  const assets = Array.from({ length: 4 }, () => newAsset(ana.orgId).key)
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      create({ tags: assets.slice(index % 2, 3 + (index % 2)) }),
    ),
  )
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, round) =>
      bulk({
        ids: round % 2 === 0 ? ids : [...ids].reverse(),
        set: {
          addTags: [`bulk-${round}`],
          removeTags: round % 2 === 0 ? assets : [...assets].reverse(),
        },
      }),
    ),
    ...ids.map((id, index) => ana.call('PATCH', `/api/tasks/${id}`, { title: `Edited ${index}` })),
    ...ids.map((id) => ana.call('PATCH', `/api/tasks/${id}`, { status: 'doing' })),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  for (const [index, id] of ids.entries()) {
    const card = await read(id)
    expect(card).toMatchObject({ title: `Edited ${index}`, status: 'doing' })
    expect([...card.tags].sort()).toEqual(Array.from({ length: 6 }, (_, round) => `bulk-${round}`))
  }
  const gone = await Promise.all([
    bulk({ ids, delete: true }),
    bulk({ ids: [...ids].reverse(), delete: true }),
    ...ids.map((id) => ana.call('PATCH', `/api/tasks/${id}`, { title: 'Late' })),
  ])
  expect(gone.every(({ status }) => status === 200 || status === 404)).toBe(true)
  const deleted = gone.slice(0, 2).flatMap(({ body }) => body.changed)
  expect(deleted.sort()).toEqual([...ids].sort())
})

import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Writers } from './kill-writers.ts'
import { referencedKeys } from './referenced-keys.ts'
import { makeCandidatesDue, type ServiceProcesses, startProcesses } from './service-processes.ts'

// The latch holds the round between a blob's deletion and its settlement, so the test can try every
// kind of reference to the blob. Random kills (kills.test.ts) reach this state only by chance.
const latch = 417_100
// Holds a deletion after its reference check, before it reaches the store.
const storeLatch = 417_101
let processes: ServiceProcesses
beforeAll(async () => {
  processes = await startProcesses()
  await sql`create function hold_settling() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(latch)}); return new; end $$`.execute(
    processes.db,
  )
  await sql`create trigger hold_settling before insert or update on asset_fences
    for each row when (new.released) execute function hold_settling()`.execute(processes.db)
  await sql`create function assets.hold_deleting() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(storeLatch)}); return new; end $$`.execute(
    processes.db,
  )
  await sql`create trigger hold_deleting before insert on assets.usage_changes
    for each row when (new.kind = 'delete') execute function assets.hold_deleting()`.execute(
    processes.db,
  )
})
afterAll(() => processes.stop())

const board = async (method: string, path: string, body?: object) => {
  const answer = await processes.call('board', method, path, body)
  if (answer === undefined) throw new Error(`${method} ${path} was not answered`)
  return answer
}
const create = async (path: string, body: object): Promise<string> => {
  const { status, body: received } = await board('POST', path, body)
  expect([path, status]).toEqual([path, 201])
  return String(received['id'])
}

test('rejects every kind of reference to a deleted blob during the round and after its process is killed', async () => {
  const key = await new Writers(processes).upload()
  const url = `http://localhost:3000/api/assets/${key}`
  const card = await create('/api/tasks', { title: 'Another card' })
  const markup = '<img src="{{ cover }}">'
  const template = { name: 'Page', markup, variables: [{ name: 'cover', type: 'image' }] }
  const templateId = await create('/api/templates', template)
  const instance = await create('/api/template-instances', { templateId, values: {} })
  const post = await create('/api/tasks', {
    kind: 'post',
    body: 'Hello',
    post: { platform: 'shortpost' },
  })
  const attempts: Array<[string, string, object]> = [
    ['POST', '/api/tasks', { title: 'x', body: url }],
    ['POST', '/api/tasks', { title: 'x', fields: { deep: [{ url }] } }],
    [
      'POST',
      '/api/tasks',
      { kind: 'post', body: 'x', post: { platform: 'shortpost', media: [url] } },
    ],
    ['PATCH', `/api/tasks/${card}`, { body: url }],
    ['PATCH', `/api/tasks/${post}`, { post: { firstComment: url } }],
    ['POST', `/api/tasks/${card}/timeline`, { body: url }],
    ['POST', '/api/templates', { name: 'x', markup: `<img src="${url}">` }],
    ['PATCH', `/api/templates/${templateId}`, { markup: `<img src="${url}">` }],
    ['POST', '/api/template-instances', { templateId, values: { cover: url } }],
    ['PATCH', `/api/template-instances/${instance}`, { values: { cover: url } }],
  ]
  const refusals = async () => {
    for (const [method, path, body] of attempts) {
      const { status, body: received } = await board(method, path, body)
      expect([method, path, status, received['code']]).toEqual([
        method,
        path,
        409,
        'asset_released',
      ])
    }
    expect(await referencedKeys(processes.db, processes.orgId)).toEqual(new Set())
  }

  const first = await create('/api/tasks', { title: 'The only one that points at it', body: url })
  await processes.db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${latch})`.execute(holder)
    await board('DELETE', `/api/tasks/${first}`)
    await eventually(async () => expect(await processes.blobs()).toEqual(new Set()), 20_000)
    await refusals()
    await processes.kill('board')
    await sql`select pg_advisory_unlock(${latch})`.execute(holder)
  })
  await processes.start('board')
  await refusals()
  await makeCandidatesDue(processes.db)
  await eventually(async () => {
    const { rows } = await sql`select from asset_fences where released`.execute(processes.db)
    expect(rows).toHaveLength(1)
  }, 20_000)
  await refusals()
})

test('keeps the blob and repeats the deletion if its process is killed between reference check and store', async () => {
  const key = await new Writers(processes).upload()
  const remove = () => processes.call('assets', 'DELETE', `/api/assets/${key}`)
  const usage = async () =>
    (await processes.call('assets', 'GET', '/api/assets/usage'))?.body['count']
  const before = await usage()
  const held = async () => {
    const { rows } =
      await sql`select from pg_locks where locktype = 'advisory' and objid = ${storeLatch} and not granted`.execute(
        processes.db,
      )
    return rows.length
  }
  let answer: ReturnType<typeof remove> | undefined
  await processes.db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${storeLatch})`.execute(holder)
    answer = remove()
    await eventually(async () => expect(await held()).toBe(1), 20_000)
    await processes.kill('assets')
    await sql`select pg_advisory_unlock(${storeLatch})`.execute(holder)
  })
  expect(await answer).toBeUndefined()
  await processes.start('assets')
  expect(await processes.blobs()).toContain(key)
  expect((await processes.call('assets', 'HEAD', `/api/assets/${key}`))?.status).toBe(200)
  expect(await usage()).toBe(before)
  expect((await remove())?.status).toBe(204)
  expect(await processes.blobs()).not.toContain(key)
  expect((await remove())?.status).toBe(404)
  expect(await usage()).toBe(Number(before) - 1)
  const body = `http://localhost:3000/api/assets/${key}`
  const refused = await board('POST', '/api/tasks', { title: 'x', body })
  expect([refused.status, refused.body['code']]).toEqual([409, 'asset_released'])
})

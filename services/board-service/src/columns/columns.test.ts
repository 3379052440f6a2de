import { UpdateCard } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const path = '/api/board/columns'
const own = [
  { id: 'ideas', name: 'Ideas', status: 'todo' },
  { id: 'next', name: 'Next', status: 'todo' },
  { id: 'doing', name: 'In the oven', status: 'doing' },
  { id: 'checking', name: 'Checking', status: 'doing' },
  { id: 'done', name: 'Delivered', status: 'done' },
]
const startBoard = async () => {
  const owner = await harness.caller({ role: 'owner' })
  expect((await owner.call('PUT', path, { items: own })).body).toEqual({ items: own })
  return owner
}
const create = async ({ call }: Caller, card: object = {}) =>
  (await call('POST', '/api/tasks', { title: 'Bread', ...card })).body
const patch = ({ call }: Caller, id: string, body: object) =>
  call('PATCH', `/api/tasks/${id}`, body)

test('has the default columns until an admin replaces them, for one organisation only', async () => {
  const [owner, stranger] = [
    await harness.caller({ role: 'admin' }),
    await harness.caller({ role: 'owner' }),
  ]
  const standard = (await owner.call('GET', path)).body
  expect(standard.items.map(({ status }: { status: string }) => status)).toEqual([
    'todo',
    'doing',
    'done',
    'failed',
  ])
  const saved = await owner.call('PUT', path, { items: [{ name: ' Ideas ', status: 'todo' }] })
  expect([saved.status, saved.body.items]).toEqual([
    200,
    [{ id: expect.stringMatching(/^col_/), name: 'Ideas', status: 'todo' }],
  ])
  expect((await owner.call('GET', path)).body).toEqual(saved.body)
  expect((await stranger.call('GET', path)).body).toEqual(standard)
  const member = await harness.caller({ orgId: owner.orgId, role: 'member' })
  expect((await member.call('PUT', path, { items: own })).status).toBe(403)
  for (const items of [
    [],
    [own[0], own[0]],
    [{ name: 'x', status: 'enriched' }],
    [{ name: '\u200b', status: 'todo' }],
    Array.from({ length: 21 }, () => ({ name: 'x', status: 'todo' })),
  ])
    expect((await owner.call('PUT', path, { items })).status).toBe(400)
  expect((await owner.call('GET', path)).body).toEqual(saved.body)
})

test('moves a card and its status with its column, and out of a column that no longer fits', async () => {
  const owner = await startBoard()
  const { id, columnId } = await create(owner)
  expect(columnId).toBeNull()
  const moved = async (body: object) => {
    const { status, columnId: at } = (await patch(owner, id, body)).body
    return [status, at]
  }
  expect(await moved({ columnId: 'next' })).toEqual(['todo', 'next'])
  expect(await moved({ columnId: 'checking' })).toEqual(['doing', 'checking'])
  expect(await moved({ title: 'Rye bread' })).toEqual(['doing', 'checking'])
  expect(await moved({ status: 'doing' })).toEqual(['doing', 'checking'])
  expect(await moved({ columnId: null })).toEqual(['doing', null])
  expect(await moved({ columnId: 'checking' })).toEqual(['doing', 'checking'])
  expect(await moved({ status: 'done' })).toEqual(['done', null])
  expect(await moved({ status: 'todo', columnId: 'next' })).toEqual(['todo', 'next'])
  for (const body of [{ columnId: 'gone' }, { columnId: 'next', status: 'done' }]) {
    const refused = await patch(owner, id, body)
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'columnId'])
  }
  expect((await create(owner, { columnId: 'checking' })).status).toBe('doing')
  const bulk = { ids: [id], set: { columnId: 'checking' } }
  expect((await owner.call('POST', '/api/tasks/bulk', bulk)).body.changed).toEqual([id])
  expect((await owner.call('GET', `/api/tasks/${id}`)).body.status).toBe('doing')
  const { orgId, principal } = owner
  const changed = await callRpc(harness.bus, UpdateCard, {
    orgId,
    actorId: principal.userId,
    taskId: id,
    patch: { status: 'failed' },
  })
  expect([changed.card.status, changed.card.columnId]).toEqual(['failed', null])
  const stranger = await harness.caller()
  expect((await patch(stranger, id, { columnId: 'doing' })).status).toBe(404)
})

test('keeps the status of a link or post that fits the column, and rejects a forbidden move', async () => {
  const owner = await startBoard()
  const post = await create(owner, {
    kind: 'post',
    body: 'Hello',
    post: { platform: 'shortpost' },
  })
  const fits = await patch(owner, post.id, { columnId: 'next' })
  expect([fits.body.status, fits.body.columnId]).toEqual(['draft', 'next'])
  const refused = await patch(owner, post.id, { columnId: 'doing' })
  expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
  expect((await owner.call('GET', `/api/tasks/${post.id}`)).body).toEqual(fits.body)
})

test("lists each column's cards, and moves cards to the first column when theirs is removed", async () => {
  const owner = await startBoard()
  await create(owner, { title: 'A' })
  await create(owner, { title: 'B', columnId: 'next' })
  await create(owner, { title: 'C', columnId: 'checking' })
  const titles = async (columnId: string) =>
    (await owner.call('GET', `/api/tasks?columnId=${columnId}&sortBy=title&sortDir=asc`)).body.items
      .map(({ title }: { title: string }) => title)
      .join()
  const all = async () => Promise.all(own.map(({ id }) => titles(id)))
  expect(await all()).toEqual(['A', 'B', '', 'C', ''])
  expect(await titles('gone')).toBe('')
  const items = own.flatMap((one) =>
    one.id === 'next' ? [] : one.id === 'checking' ? { ...one, status: 'done' } : one,
  )
  expect((await owner.call('PUT', path, { items })).status).toBe(200)
  expect(await all()).toEqual(['A,B', '', 'C', '', ''])
  const { items: cards } = (await owner.call('GET', '/api/tasks')).body
  expect(cards.map(({ columnId }: { columnId: string | null }) => columnId)).toEqual([
    null,
    null,
    null,
  ])
})

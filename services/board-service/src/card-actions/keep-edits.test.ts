import { type Card, CreateCard, UpdateCard } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

type NewContent = Partial<Pick<Card, 'title' | 'body' | 'dueDate' | 'tags' | 'fields'>>

async function keyedCard() {
  const caller = await harness.caller()
  const about = { orgId: caller.orgId, ownerId: caller.principal.userId, key: 'event:1' }
  const write = async (content: NewContent) =>
    (
      await callRpc(harness.bus, CreateCard, {
        ...about,
        card: { kind: 'task', ...content },
        onExisting: 'update',
      })
    ).card
  const edit = async (id: string, patch: NewContent) =>
    expect((await caller.call('PATCH', `/api/tasks/${id}`, patch)).status).toBe(200)
  return { caller, write, edit }
}

test('keeps a field from a workflow if a user has changed it, and updates the rest', async () => {
  const { write, edit } = await keyedCard()
  const first = {
    title: 'Meeting',
    body: 'Notes',
    dueDate: '2030-01-01T10:00:00.000Z',
    fields: { place: 'Quay' },
  }
  const { id } = await write(first)
  await edit(id, { title: 'My meeting', fields: { own: 1 } })
  expect(await write(first)).toMatchObject({
    title: 'My meeting',
    body: 'Notes',
    fields: { place: 'Quay', own: 1 },
  })
  const second = {
    ...first,
    title: 'Renamed',
    body: 'New notes',
    dueDate: '2030-01-02T10:00:00.000Z',
  }
  expect(await write({ ...second, fields: { place: 'Mill' } })).toMatchObject({
    id,
    title: 'My meeting',
    body: 'New notes',
    dueDate: '2030-01-02T10:00:00.000Z',
    fields: { place: 'Mill', own: 1 },
  })
  await edit(id, { dueDate: null })
  expect(await write({ ...second, dueDate: '2030-01-03T10:00:00.000Z' })).toMatchObject({
    dueDate: null,
  })
})

test("updates a field again when the user has restored the workflow's text", async () => {
  const { write, edit } = await keyedCard()
  const { id } = await write({ title: 'Meeting' })
  await edit(id, { title: 'Mine' })
  await write({ title: 'Renamed' })
  await edit(id, { title: 'Meeting' })
  expect((await write({ title: 'Renamed' })).title).toBe('Renamed')
})

test('keeps a tag off if a user removed it, and on if a user added it', async () => {
  const { write, edit } = await keyedCard()
  const { id } = await write({ title: 'Meeting', tags: ['a', 'b'] })
  await edit(id, { tags: ['b', 'mine'] })
  expect((await write({ title: 'Meeting', tags: ['a', 'b'] })).tags).toEqual(['b', 'mine'])
  expect((await write({ title: 'Meeting', tags: ['a', 'c'] })).tags).toEqual(['mine', 'c'])
})

test('reports no change when a workflow writes the same text again', async () => {
  const { caller, write } = await keyedCard()
  const { id, updatedAt } = await write({ title: 'Meeting', fields: { b: 1, a: { d: 1, c: 2 } } })
  const { orgId } = caller
  const actorId = caller.principal.userId
  const patch = { title: 'Meeting', fields: { a: { c: 2, d: 1 }, b: 1 } }
  const given = { orgId, actorId, taskId: id, patch, keepEdits: true }
  expect(await callRpc(harness.bus, UpdateCard, given)).toMatchObject({
    card: { updatedAt },
    changed: [],
  })
})

test("treats a card of an earlier release as the workflow's unless a user has edited it", async () => {
  const { write, edit } = await keyedCard()
  const { id } = await write({ title: 'Meeting', body: 'Notes' })
  const forget = () =>
    harness.deps.db.updateTable('tasks').set({ written: null }).where('id', '=', id).execute()
  await forget()
  expect((await write({ title: 'Renamed', body: 'Notes' })).title).toBe('Renamed')
  await edit(id, { title: 'Mine' })
  await forget()
  expect((await write({ title: 'Renamed', body: 'Notes' })).title).toBe('Mine')
})

test("rejects a change to another organisation's card", async () => {
  const { write } = await keyedCard()
  const { id } = await write({ title: 'Meeting' })
  const other = await harness.caller()
  const given = {
    orgId: other.orgId,
    actorId: other.principal.userId,
    taskId: id,
    patch: { title: 'Taken' },
  }
  await expect(
    callRpc(harness.bus, UpdateCard, { ...given, keepEdits: true }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

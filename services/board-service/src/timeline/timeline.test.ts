import { AppendTimeline, CardMentioned, ContactCreated } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newAsset, startHarness } from '../../test/harness.ts'
import { appendEntry } from './timeline.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const contact = async () => {
  const caller = await harness.caller()
  const { body: card } = await caller.call('POST', '/api/tasks', { kind: 'contact', title: 'Ana' })
  return { caller, card, path: `/api/tasks/${card.id}/timeline` }
}

test('stores an entry with its author and kind system by default, and limits it to 20,000 characters', async () => {
  const { caller, path } = await contact()
  const entry = await caller.call('POST', path, { body: 'Met at the fair' })
  expect([entry.status, entry.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^tle_/),
      kind: 'system',
      body: 'Met at the fair',
      author: { type: 'user', id: caller.principal.userId },
      createdAt: expect.any(String),
    },
  ])
  expect(entry.headers.get('location')).toBe(path)
  expect((await caller.call('POST', path, { kind: 'note', body: 'a'.repeat(20_000) })).status).toBe(
    201,
  )
  for (const body of ['a'.repeat(20_001), '', '  \n ', '\u0000 \u0000']) {
    expect((await caller.call('POST', path, { body })).status).toBe(400)
  }
  const list = await caller.call('GET', `${path}?kind=entries`)
  expect(list.body).toMatchObject({ total: 2, limit: 25, offset: 0 })
  expect(list.body.items.map((item: { kind: string }) => item.kind)).toEqual(['note', 'system'])
})

test('rejects another org when it reads or writes a timeline', async () => {
  const { path, card, caller } = await contact()
  const stranger = await harness.caller()
  expect((await stranger.call('GET', path)).status).toBe(404)
  expect((await stranger.call('POST', path, { body: 'x' })).status).toBe(404)
  await expect(
    callRpc(harness.bus, AppendTimeline, {
      orgId: stranger.orgId,
      taskId: card.id,
      entry: { body: 'x' },
      author: { type: 'agent', id: 'a' },
    }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect((await caller.call('GET', `${path}?kind=entries`)).body.total).toBe(0)
})

test("stores an agent's entry once per key, and counts its files as references of the card", async () => {
  const { path, card, caller } = await contact()
  const asset = newAsset(caller.orgId)
  const append = () =>
    callRpc(harness.bus, AppendTimeline, {
      orgId: caller.orgId,
      taskId: card.id,
      entry: { kind: 'next_action', body: `See ${asset.url}` },
      author: { type: 'agent', id: 'run_1' },
      key: 'run_1:node',
    })
  const [a, b] = await Promise.all([append(), append()])
  expect(a).toEqual(b)
  expect(a.entry.author).toEqual({ type: 'agent', id: 'run_1' })
  expect((await caller.call('GET', `${path}?kind=entries`)).body.total).toBe(1)
  const references = await harness.handle.db
    .selectFrom('asset_references')
    .select('asset_key')
    .where('task_id', '=', card.id)
    .execute()
  expect(references).toEqual([{ asset_key: asset.key }])
  expect(ContactCreated.type).toBe('contact.created')
})

test('emits the mentioned users with an entry once when the entry has a key', async () => {
  const { card, caller } = await contact()
  const principal = { ...caller.principal, orgId: caller.orgId, role: 'member' as const }
  const entry = {
    taskId: card.id,
    input: { kind: 'note', body: 'Ask @[Ben](usr_2) and @[Ben](usr_2)' },
    key: 'once',
  }
  const mentions = await inTransaction(harness.handle.db, undefined, async (tx) => {
    await appendEntry(harness.deps, { principal, tx }, entry)
    await appendEntry(harness.deps, { principal, tx }, entry)
    const { rows } = await sql<{ data: object }>`select data from outbox
      where org_id = ${caller.orgId} and type = ${CardMentioned.type}`.execute(tx)
    return rows.map(({ data }) => data)
  })
  expect(mentions).toEqual([
    {
      taskId: card.id,
      title: 'Ana',
      entryId: expect.stringMatching(/^tle_/),
      text: 'Ask @Ben and @Ben',
      userIds: ['usr_2'],
      byId: caller.principal.userId,
    },
  ])
})

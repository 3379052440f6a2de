import { randomUUID } from 'node:crypto'
import {
  ClaimPost,
  CreateCard,
  ReadTimeline,
  ReleasePost,
  SettlePost,
  UpdateCard,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from '../../test/harness.ts'
import { updateCard } from '../card-actions/update-card.ts'

let harness: Harness
let ana: Caller
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  ana = await harness.caller()
})

interface Shown {
  kind: string
  body: string
  author: { type: string; id: string }
  change?: object
}
const create = async (body: object = {}, caller = ana): Promise<string> =>
  (await caller.call('POST', '/api/tasks', { title: 'Card', ...body })).body.id
const patch = (id: string, body: object, caller = ana) =>
  caller.call('PATCH', `/api/tasks/${id}`, body)
const timeline = async (id: string, query = ''): Promise<Shown[]> =>
  (await ana.call('GET', `/api/tasks/${id}/timeline?limit=100${query}`)).body.items
/** Oldest first. Entries of one change share a time. */
const history = async (id: string) =>
  (await timeline(id, '&kind=history&sortDir=asc')).map(({ kind, change }) => [kind, change])
const me = () => ({ type: 'user', id: ana.principal.userId })

test('records who created, changed or moved a card, and due date changes', async () => {
  const id = await create({ tags: ['a'] })
  await patch(id, { title: 'Other', tags: [] })
  await patch(id, { status: 'doing' })
  await patch(id, { dueDate: '2090-01-01T00:00:00.000Z' })
  await patch(id, { status: 'doing' })
  await patch(id, { status: 'failed' })
  expect(await history(id)).toEqual([
    ['history.created', { to: 'todo' }],
    ['history.changed', { fields: ['title', 'tags'] }],
    ['history.moved', { from: 'todo', to: 'doing' }],
    ['history.rescheduled', { from: null, to: '2090-01-01T00:00:00.000Z' }],
    ['history.failed', { from: 'doing', to: 'failed' }],
  ])
  const shown = await timeline(id)
  expect(shown.map(({ author }) => author)).toEqual(Array.from({ length: 5 }, me))
  expect(shown.every(({ body }) => !body.includes('Other'))).toBe(true)
})

test('records who approved and who published a post, and the run', async () => {
  const id = await create({
    kind: 'post',
    body: 'Hi',
    post: { platform: 'shortpost', channelId: 'chn_1' },
  })
  const dueDate = '2090-01-01T00:00:00.000Z'
  expect((await ana.call('POST', `/api/tasks/${id}/approve`, { dueDate })).status).toBe(200)
  const { orgId } = ana
  const actorId = ana.principal.userId
  const runId = 'run_1'
  const claimAgain = () => callRpc(harness.bus, ClaimPost, { orgId, taskId: id, actorId, runId })
  const { claim: first } = await claimAgain()
  await callRpc(harness.bus, ReleasePost, {
    orgId,
    taskId: id,
    token: first?.token ?? '',
    runId: 'run_2',
  })
  const { claim } = await claimAgain()
  const result = { outcome: 'posted' as const, externalId: 'x', externalUrl: null }
  const settle = () =>
    callRpc(harness.bus, SettlePost, {
      orgId,
      taskId: id,
      token: claim?.token ?? '',
      result,
      runId,
    })
  await settle()
  await settle()
  expect(await history(id)).toEqual([
    ['history.created', { to: 'draft' }],
    ['history.approved', { from: 'draft', to: 'reviewed' }],
    ['history.moved', { from: 'reviewed', to: 'posting' }],
    ['history.moved', { from: 'posting', to: 'reviewed' }],
    ['history.moved', { from: 'reviewed', to: 'posting' }],
    ['history.posted', { from: 'posting', to: 'posted' }],
  ])
  const [newest, ...earlier] = await timeline(id)
  expect(newest).toMatchObject({
    body: 'Posted',
    author: { type: 'agent', id: 'workflow', runId: 'run_1' },
  })
  expect(earlier.slice(0, 3).map(({ author }) => (author as { runId?: string }).runId)).toEqual([
    'run_1',
    'run_2',
    'run_1',
  ])
})

test('names the API key, the assistant, or the workflow with its run', async () => {
  const { orgId } = ana
  const keyed = await harness.caller({ orgId, via: 'api_key', credentialId: 'key_1' })
  const assistant = await harness.caller({ orgId, via: 'mcp', credentialId: 'token_1' })
  const id = await create({}, keyed)
  await patch(id, { title: 'By assistant' }, assistant)
  const change = { orgId, actorId: ana.principal.userId, taskId: id, runId: 'run_1' }
  await callRpc(harness.bus, UpdateCard, { ...change, patch: { status: 'done' } })
  const authors = (await timeline(id, '&sortDir=asc')).map(({ author }) => author)
  expect(authors).toEqual([
    { type: 'user', id: keyed.principal.userId, via: 'api_key', keyId: 'key_1' },
    { type: 'user', id: assistant.principal.userId, via: 'mcp' },
    { type: 'agent', id: 'workflow', runId: 'run_1' },
  ])
  const made = await callRpc(harness.bus, CreateCard, {
    orgId,
    ownerId: 'usr_1',
    card: { title: 'Made' },
  })
  expect((await timeline(made.card.id))[0]?.author).toEqual({ type: 'agent', id: 'workflow' })
})

test('hides changes from the next action and emits no event for them', async () => {
  const id = await create()
  await ana.call('POST', `/api/tasks/${id}/timeline`, { kind: 'note', body: 'Called' })
  for (let n = 0; n < 12; n += 1) await patch(id, { title: `Title ${n}` })
  const { items } = await callRpc(harness.bus, ReadTimeline, { orgId: ana.orgId, taskId: id })
  expect(items.map(({ kind }) => kind)).toEqual(['note'])
  const principal = { ...ana.principal, orgId: ana.orgId, role: 'member' as const }
  const emitted = await inTransaction(harness.handle.db, undefined, async (tx) => {
    await updateCard(harness.deps, { principal, tx }, { id, patch: { title: 'Last' } })
    const { rows } = await sql<{ type: string }>`select type from outbox
      where org_id = ${ana.orgId} and xmin = pg_current_xact_id()::xid`.execute(tx)
    return rows
  })
  expect(emitted).toEqual([{ type: 'task.updated' }])
  const page = await ana.call('GET', `/api/tasks/${id}/timeline?limit=5&offset=10`)
  expect([page.body.total, page.body.items.length, page.body.items.at(-1).kind]).toEqual([
    15,
    5,
    'history.created',
  ])
})

test('rejects history entries from callers, and an unknown filter', async () => {
  const id = await create()
  const forged = await ana.call('POST', `/api/tasks/${id}/timeline`, {
    kind: 'history.posted',
    body: 'Posted',
  })
  expect([forged.status, forged.body.code]).toEqual([400, 'validation_failed'])
  expect((await ana.call('GET', `/api/tasks/${id}/timeline?kind=note`)).status).toBe(400)
  const stranger = await harness.caller({ role: 'owner' })
  expect((await stranger.call('GET', `/api/tasks/${id}/timeline?kind=history`)).status).toBe(404)
})

test('keeps the newest 200 changes of a card and all its entries', async () => {
  const [id, other] = [await create(), await create()]
  await ana.call('POST', `/api/tasks/${id}/timeline`, { body: 'Kept' })
  for (let n = 0; n < 210; n += 1) await patch(id, { title: `Title ${n}` })
  const page = await ana.call('GET', `/api/tasks/${id}/timeline?kind=history&limit=1`)
  expect(page.body.total).toBe(200)
  expect((await timeline(id, '&kind=entries')).length).toBe(1)
  const bulk = await ana.call('POST', '/api/tasks/bulk', {
    ids: [id, other],
    set: { status: 'done' },
  })
  expect(bulk.body.changed.length).toBe(2)
  expect(
    (await ana.call('GET', `/api/tasks/${id}/timeline?kind=history&limit=1`)).body,
  ).toMatchObject({
    total: 200,
    items: [{ kind: 'history.moved' }],
  })
  expect(await history(other)).toEqual([
    ['history.created', { to: 'todo' }],
    ['history.moved', { from: 'todo', to: 'done' }],
  ])
})

test('rolls back a change if its history cannot be written', async () => {
  const id = await create()
  const { db } = harness.handle
  const name = `fail_${randomUUID().replaceAll('-', '')}`
  await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as
    'begin raise exception ''no''; end'`.execute(db)
  await sql`create trigger ${sql.ref(name)} before insert on card_history for each row
    when (new.org_id = ${sql.lit(ana.orgId)}) execute function ${sql.ref(name)}()`.execute(db)
  const answers = [
    await patch(id, { title: 'Lost' }),
    await ana.call('POST', '/api/tasks', { title: 'Lost' }),
    await ana.call('POST', '/api/tasks/bulk', { ids: [id], set: { status: 'done' } }),
  ]
  await sql`drop trigger ${sql.ref(name)} on card_history`.execute(db)
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
  const list = (await ana.call('GET', '/api/tasks')).body
  expect(list).toMatchObject({ total: 1, items: [{ title: 'Card', status: 'todo' }] })
  expect(await history(id)).toEqual([['history.created', { to: 'todo' }]])
})

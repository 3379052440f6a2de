import { BoardAttention, BoardOverview, BoardSearch, newId } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Caller, startHarness } from '../../test/harness.ts'
import { createCard } from '../card-actions/create-card.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const onShortpost = { platform: 'shortpost', channelId: 'chn_1' }
const post = async (
  caller: Caller,
  title: string,
  status: string,
  due = '2020-01-01T00:00:00.000Z',
  target: object = onShortpost,
) => {
  const body = { kind: 'post', title, body: 'Hello', post: target }
  const { id } = (await caller.call('POST', '/api/tasks', body)).body
  await harness.deps.db
    .updateTable('tasks')
    .set({ status: status as 'failed', due_date: new Date(due) })
    .where('id', '=', id)
    .execute()
  return id
}
const attention = async ({ orgId, userId }: { orgId: string; userId: string }) =>
  (await callRpc(harness.bus, BoardAttention, { orgId, userId })).items

test('reports failed, unconfirmed and overdue posts, one item per kind', async () => {
  const caller = await harness.caller()
  const { principal } = caller
  const who = { orgId: String(principal.orgId), userId: principal.userId }
  expect(await attention(who)).toEqual([])
  await post(caller, 'First', 'failed')
  const failed = await post(caller, 'Second', 'failed')
  await harness.deps.db
    .updateTable('tasks')
    .set({ updated_at: new Date(Date.now() + 60_000) })
    .where('id', '=', failed)
    .execute()
  const unconfirmed = await post(caller, 'Third', 'unconfirmed')
  const overdue = await post(caller, 'Fourth', 'reviewed')
  await post(caller, 'Fifth', 'reviewed', '2090-01-01T00:00:00.000Z')
  const draft = await post(caller, 'Sixth', 'draft')
  // Nobody approves a post that the user publishes on the network.
  const byHand = await post(caller, 'Seventh', 'draft')
  await harness.deps.db
    .updateTable('tasks')
    .set({ destination_scheme: 'manual', destination_host: 'x.com' })
    .where('id', '=', byHand)
    .execute()
  expect(await attention(who)).toMatchObject([
    {
      kind: 'post_failed',
      severity: 'error',
      count: 2,
      detail: 'Second',
      href: '/posts?status=failed',
    },
    { kind: 'post_unconfirmed', severity: 'error', count: 1, href: `/posts/${unconfirmed}` },
    {
      kind: 'post_overdue',
      severity: 'warning',
      count: 1,
      at: '2020-01-01T00:00:00.000Z',
      href: `/posts/${overdue}`,
    },
    { kind: 'post_draft', severity: 'warning', count: 1, detail: 'Sixth', href: `/posts/${draft}` },
  ])
  const soon = await harness.deps.db
    .updateTable('tasks')
    .set({ due_date: new Date(Date.now() + 86_400_000) })
    .where('id', '=', overdue)
    .returning('org_id')
    .executeTakeFirstOrThrow()
  const overview = (orgId: string) =>
    callRpc(harness.bus, BoardOverview, { orgId, userId: who.userId })
  expect(await overview(soon.org_id)).toMatchObject({
    postsNextWeek: 1,
    hasCard: true,
    hasPost: true,
  })
  expect(await overview('org_other')).toEqual({
    items: [],
    postsNextWeek: 0,
    hasCard: false,
    hasPost: false,
  })
  const other = (await harness.caller()).principal
  expect(await attention({ orgId: String(other.orgId), userId: other.userId })).toEqual([])
})

test('finds mail posts and reports those that need an action if the organisation has no channel', async () => {
  const caller = await harness.caller()
  const who = { orgId: caller.orgId, userId: caller.principal.userId }
  const byMail = { platform: 'email', to: ['ada@example.test'] }
  const make = (title: string, status: string) => post(caller, title, status, undefined, byMail)
  const failed = await make('Harbour lunch', 'failed')
  const failure = {
    class: 'mail_limit',
    message: 'No more mails today',
    fix: 'Approve it for tomorrow',
  }
  await harness.deps.db
    .updateTable('posts')
    .set({ failure: json(failure) })
    .where('task_id', '=', failed)
    .execute()
  const overdue = await make('Harbour dinner', 'reviewed')
  const draft = await make('Harbour breakfast', 'draft')
  expect(await attention(who)).toMatchObject([
    {
      kind: 'post_failed',
      detail: 'Harbour lunch: No more mails today Approve it for tomorrow',
      href: `/posts/${failed}`,
    },
    { kind: 'post_overdue', detail: 'Harbour dinner', href: `/posts/${overdue}` },
    { kind: 'post_draft', detail: 'Harbour breakfast', href: `/posts/${draft}` },
  ])
  const { items } = await callRpc(harness.bus, BoardSearch, { ...who, q: 'lunch' })
  expect(items).toMatchObject([
    { type: 'post', title: 'Harbour lunch', subtitle: 'email, failed', href: `/posts/${failed}` },
  ])
})

test('reports failed cards and new quote requests until somebody moves them', async () => {
  const caller = await harness.caller()
  const who = { orgId: caller.orgId, userId: caller.principal.userId }
  const make = async (body: object): Promise<string> =>
    (await caller.call('POST', '/api/tasks', body)).body.id
  const failure = { message: 'The page did not respond' }
  const failed = await make({ kind: 'link', title: 'Bread', status: 'failed', fields: { failure } })
  const quote = await make({ kind: 'quote', title: 'Quote request from Edda' })
  await make({ kind: 'task', title: 'Sweep' })
  expect(await attention(who)).toMatchObject([
    { kind: 'card_failed', severity: 'error', count: 1, detail: 'Bread: The page did not respond' },
    { kind: 'quote_request', severity: 'warning', count: 1, href: `/board?card=${quote}` },
  ])
  await make({ kind: 'quote', title: 'Another' })
  await caller.call('PATCH', `/api/tasks/${failed}`, { status: 'todo' })
  expect(await attention(who)).toMatchObject([
    { kind: 'quote_request', title: '2 new quote requests', href: '/board?kind=quote' },
  ])
  const other = await harness.caller()
  expect(await attention({ orgId: other.orgId, userId: other.principal.userId })).toEqual([])
})

test("finds cards, posts and sites of the caller's org only", async () => {
  const caller = await harness.caller()
  const { orgId, userId } = caller.principal
  const card = (await caller.call('POST', '/api/tasks', { kind: 'task', title: 'Zebra crossing' }))
    .body.id
  const written = await post(caller, 'Zebra news', 'draft')
  const site = newId('site')
  const times = { created_at: new Date(), updated_at: new Date() }
  await harness.deps.db
    .insertInto('sites')
    .values({
      ...times,
      id: site,
      org_id: String(orgId),
      name: 'Zebra 100%',
      slug: site,
      status: 'draft',
    })
    .execute()
  const search = async (q: string, org = orgId) =>
    (await callRpc(harness.bus, BoardSearch, { orgId: String(org), userId, q })).items
  expect(await search('zebra')).toMatchObject([
    { type: 'site', id: site, title: 'Zebra 100%', href: `/sites/${site}` },
    { type: 'post', id: written, subtitle: 'shortpost, draft', href: `/posts/${written}` },
    { type: 'card', id: card, subtitle: 'task, todo', href: `/board?card=${card}` },
  ])
  expect((await search('100%')).map(({ id }) => id)).toEqual([site])
  expect(await search('%')).toMatchObject([{ id: site }])
  const danish = newId('site')
  await harness.deps.db
    .insertInto('sites')
    .values({
      ...times,
      id: danish,
      org_id: String(orgId),
      name: 'Søren 今月の売上',
      slug: danish,
      status: 'draft',
    })
    .execute()
  for (const q of ['soren', '売上']) expect(await search(q)).toMatchObject([{ id: danish }])
  expect(await search('zebra', (await harness.caller()).principal.orgId)).toEqual([])
})

test('names a post by the first words of its text if it has no title', async () => {
  const caller = await harness.caller()
  const { orgId, userId } = caller.principal
  const failed = await post(caller, '', 'failed')
  await harness.deps.db
    .updateTable('posts')
    .set({
      failure: JSON.stringify({
        class: 'token_invalid',
        message: 'Not signed in',
        fix: null,
      }) as never,
    })
    .where('task_id', '=', failed)
    .execute()
  expect(await attention({ orgId: String(orgId), userId })).toMatchObject([
    { detail: 'Hello: Not signed in' },
  ])
  const { items } = await callRpc(harness.bus, BoardSearch, {
    orgId: String(orgId),
    userId,
    q: 'hello',
  })
  expect(items).toMatchObject([{ id: failed, title: 'Hello' }])
  const principal = { ...caller.principal, orgId: String(orgId), role: 'member' as const }
  const titles = await inTransaction(harness.deps.db, undefined, async (tx) => {
    const ctx = { principal, tx }
    await createCard(harness.deps, ctx, {
      kind: 'post',
      body: 'Bread',
      post: { platform: 'shortpost' },
    })
    const { rows } = await sql<{ title: string }>`select data->>'title' as title from outbox
      where org_id = ${orgId} and xmin = pg_current_xact_id()::xid`.execute(tx)
    return rows.map(({ title }) => title)
  })
  expect(titles).toEqual(['Bread'])
})

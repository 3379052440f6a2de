import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, newAsset, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

describe('cards', () => {
  test("creates a card with the API's fields, a location and an etag", async () => {
    const caller = await harness.caller()
    const created = await caller.call('POST', '/api/tasks', {
      title: 'Call the printer',
      body: 'About the flyers',
      tags: ['print', 'print', ' urgent '],
      dueDate: '2031-01-02T10:00:00+02:00',
      fields: { priority: 1 },
    })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.stringMatching(/^task_[0-9a-f]{32}$/),
      kind: 'task',
      title: 'Call the printer',
      body: 'About the flyers',
      status: 'todo',
      tags: ['print', 'urgent'],
      dueDate: '2031-01-02T08:00:00.000Z',
      dueAllDay: false,
      dueOn: '2031-01-02',
      destination: null,
      fields: { priority: 1 },
      assigneeId: null,
      customerId: null,
      columnId: null,
      ownerId: caller.principal.userId,
      orgId: caller.orgId,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: created.body.createdAt,
    })
    expect(created.headers.get('location')).toBe(`/api/tasks/${created.body.id}`)
    const read = await caller.call('GET', `/api/tasks/${created.body.id}`)
    expect(read.body).toEqual(created.body)
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
  })

  test('rejects an unknown field, a missing title and deep nesting with 400 and names the field', async () => {
    const caller = await harness.caller()
    for (const [body, path] of [
      [{ title: 'x', colour: 'red' }, 'colour'],
      [{ body: 'no title' }, 'title'],
      [{ title: '   ' }, 'title'],
      [{ title: 'x', dueDate: 'tomorrow' }, 'dueDate'],
      [{ title: 'x', dueDate: '9999-12-31T23:00:00-02:00' }, 'dueDate'],
      [{ title: 'x', dueDate: '0000-01-01T01:00:00+02:00' }, 'dueDate'],
      [{ title: 'x', kind: 'nonsense' }, 'kind'],
      [{ title: 'x', fields: JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) }, 'fields'],
      [{ title: 'x', body: 'a'.repeat(100_001) }, 'body'],
      [{ title: 'x', post: { platform: 'shortpost' } }, 'post'],
    ] as const) {
      const answer = await caller.call('POST', '/api/tasks', body)
      expect(answer.status, JSON.stringify(body).slice(0, 80)).toBe(400)
      expect(answer.body.code).toBe('validation_failed')
      expect(answer.body.errors[0].path).toBe(path)
    }
    const nested = await caller.call(
      'POST',
      '/api/tasks',
      `{"title":"x","fields":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    )
    expect(nested.status).toBe(400)
  })

  test('keeps absent fields in a PATCH and removes a field if its value is null', async () => {
    const caller = await harness.caller()
    const { body: card } = await caller.call('POST', '/api/tasks', {
      title: 'One',
      body: 'two',
      tags: ['a'],
      fields: { keep: 1, drop: 2, deep: { x: 1, y: 2 } },
    })
    const patched = await caller.call('PATCH', `/api/tasks/${card.id}`, {
      title: 'Uno',
      fields: { drop: null, deep: { y: 3 }, fresh: true },
    })
    expect(patched.status).toBe(200)
    expect(patched.body).toMatchObject({
      title: 'Uno',
      body: 'two',
      tags: ['a'],
      fields: { keep: 1, deep: { x: 1, y: 3 }, fresh: true },
    })
    expect(patched.body.fields).not.toHaveProperty('drop')
  })

  test('rejects a write with 412 if If-Match is stale, and keeps the version if nothing changes', async () => {
    const caller = await harness.caller()
    const created = await caller.call('POST', '/api/tasks', { title: 'One' })
    const path = `/api/tasks/${created.body.id}`
    const first = created.headers.get('etag') ?? ''
    const same = await caller.call('PATCH', path, { title: 'One' })
    expect(same.headers.get('etag')).toBe(first)
    const second = await caller.call('PATCH', path, { title: 'Two' }, { 'if-match': first })
    expect(second.status).toBe(200)
    const stale = await caller.call('PATCH', path, { title: 'Three' }, { 'if-match': first })
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed'])
    expect((await caller.call('DELETE', path, undefined, { 'if-match': first })).status).toBe(412)
    expect((await caller.call('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204)
    expect((await caller.call('GET', path)).status).toBe(404)
  })

  test('accepts one of two concurrent writes to one version and rejects the other with 412', async () => {
    const caller = await harness.caller()
    const created = await caller.call('POST', '/api/tasks', { title: 'One' })
    const etag = created.headers.get('etag') ?? ''
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) =>
        caller.call('PATCH', `/api/tasks/${created.body.id}`, { title }, { 'if-match': etag }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412, 412, 412])
  })

  test('creates one card when two requests share an Idempotency-Key, even if they run concurrently', async () => {
    const caller = await harness.caller()
    const send = () =>
      caller.call('POST', '/api/tasks', { title: 'Once' }, { 'idempotency-key': 'k1' })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect((await caller.call('GET', '/api/tasks')).body.total).toBe(1)
    const other = await caller.call(
      'POST',
      '/api/tasks',
      { title: 'Other' },
      { 'idempotency-key': 'k1' },
    )
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
  })

  test('filters the list by kind, status, tag, due date and words, and pages it in order', async () => {
    const caller = await harness.caller()
    const make = (body: object) => caller.call('POST', '/api/tasks', body)
    await make({ title: 'Économie du café', tags: ['news'], dueDate: '2030-01-01T00:00:00.000Z' })
    await make({ title: 'Tea', body: "It's a coffee-free day, don't worry", tags: ['news', 'tea'] })
    await make({ title: 'Ana Mendes', kind: 'contact', fields: { email: 'ana@example.com' } })
    const titles = async (query: string) =>
      (await caller.call('GET', `/api/tasks?${query}`)).body.items.map(
        (item: { title: string }) => item.title,
      )
    expect(await titles('kind=contact')).toEqual(['Ana Mendes'])
    expect(await titles('kind=contact&kind=task')).toHaveLength(3)
    expect(await titles('tag=news')).toEqual(['Tea', 'Économie du café'])
    expect(await titles('tag=news&tag=tea')).toEqual(['Tea'])
    expect(await titles('q=economie')).toEqual(['Économie du café'])
    expect(await titles('q=CAF')).toEqual(['Économie du café'])
    expect(await titles("q=don't")).toEqual(['Tea'])
    expect(await titles(`q=${encodeURIComponent("'; drop \\ & | ! ( :* --")}`)).toEqual([])
    expect(await titles('q=ana%40example.com')).toEqual(['Ana Mendes'])
    expect(await titles('q=tea&tag=news')).toEqual(['Tea'])
    expect(await titles('q=nothing')).toEqual([])
    expect(await titles('dueAfter=2030-01-01T00:00:00.000Z')).toEqual(['Économie du café'])
    expect(await titles('dueBefore=2030-01-01T00:00:00.000Z')).toEqual([])
    expect(await titles('sortBy=title&sortDir=asc&limit=1&offset=1')).toEqual(['Tea'])
    expect((await caller.call('GET', '/api/tasks?limit=101')).status).toBe(400)
    expect((await caller.call('GET', '/api/tasks?sortBy=secret')).status).toBe(400)
    expect((await caller.call('GET', '/api/tasks?limit=2')).body).toMatchObject({
      total: 3,
      limit: 2,
      offset: 0,
    })
  })

  test('hides a card from other orgs: 404 on every route, absent from lists and search', async () => {
    const [owner, stranger] = [await harness.caller(), await harness.caller()]
    const { body: card } = await owner.call('POST', '/api/tasks', {
      title: 'Zanzibar',
      tags: ['x'],
    })
    expect((await stranger.call('GET', '/api/tasks?q=zanzibar')).body.total).toBe(0)
    expect((await stranger.call('GET', '/api/tasks?tag=x')).body.total).toBe(0)
    expect((await stranger.call('PATCH', `/api/tasks/${card.id}`, { title: 'Mine' })).status).toBe(
      404,
    )
    expect((await owner.call('GET', `/api/tasks/${card.id}`)).body.title).toBe('Zanzibar')
  })

  test("rejects a status with 409 invalid_transition if the card's kind does not have it", async () => {
    const caller = await harness.caller()
    const { body: card } = await caller.call('POST', '/api/tasks', { title: 'x' })
    for (const status of ['enriching', 'posted', 'draft', 'reviewed']) {
      const answer = await caller.call('PATCH', `/api/tasks/${card.id}`, { status })
      expect([answer.status, answer.body.code], status).toEqual([409, 'invalid_transition'])
    }
    for (const status of ['doing', 'done', 'archived', 'todo', 'failed']) {
      expect((await caller.call('PATCH', `/api/tasks/${card.id}`, { status })).body.status).toBe(
        status,
      )
    }
    expect((await caller.call('POST', '/api/tasks', { title: 'x', status: 'posted' })).status).toBe(
      409,
    )
  })

  test('prunes only cards that have had the status for the given time', async () => {
    const caller = await harness.caller()
    const old = (await caller.call('POST', '/api/tasks', { title: 'old', status: 'done' })).body
    await caller.call('POST', '/api/tasks', { title: 'fresh', status: 'done' })
    await caller.call('POST', '/api/tasks', { title: 'open' })
    await harness.handle.db
      .updateTable('tasks')
      .set({ status_changed_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', old.id)
      .execute()
    const prune = (body: object) => caller.call('POST', '/api/tasks/prune', body)
    expect((await prune({ status: 'done', olderThanDays: 9 })).body).toEqual({ deleted: 0 })
    expect((await prune({ status: 'done', olderThanDays: 7 })).body).toEqual({ deleted: 1 })
    expect((await prune({ status: 'todo', olderThanDays: 7 })).status).toBe(400)
    expect((await prune({ status: 'done', olderThanDays: 0 })).body).toEqual({ deleted: 1 })
    expect((await caller.call('GET', '/api/tasks')).body.total).toBe(1)
  })

  test('updates the references in the same transaction when a card is created, patched or deleted', async () => {
    const caller = await harness.caller()
    const [a, b, foreign] = [
      newAsset(caller.orgId),
      newAsset(caller.orgId),
      newAsset(`org_${'f'.repeat(32)}`),
    ]
    const { body: card } = await caller.call('POST', '/api/tasks', {
      title: 'x',
      body: `![](${a.url}) ${foreign.url}`,
    })
    const keys = async () =>
      (
        await harness.handle.db
          .selectFrom('asset_references')
          .select('asset_key')
          .where('task_id', '=', card.id)
          .execute()
      ).map((row) => row.asset_key)
    expect(await keys()).toEqual([a.key])
    await caller.call('POST', `/api/tasks/${card.id}/timeline`, { body: `see ${b.url}` })
    await caller.call('PATCH', `/api/tasks/${card.id}`, {
      body: 'gone',
      fields: { cover: { nested: [a.url] } },
    })
    expect((await keys()).sort()).toEqual([a.key, b.key].sort())
    await caller.call('PATCH', `/api/tasks/${card.id}`, { fields: { cover: null } })
    expect(await keys()).toEqual([b.key])
    await caller.call('DELETE', `/api/tasks/${card.id}`)
    expect(await keys()).toEqual([])
    const queued = await harness.handle.db
      .selectFrom('release_candidates')
      .select('asset_key')
      .where('org_id', '=', caller.orgId)
      .execute()
    expect(queued.map((row) => row.asset_key).sort()).toEqual([a.key, b.key].sort())
  })

  test('normalises text before it is checked, scanned for files, stored and returned', async () => {
    const caller = await harness.caller()
    const { key, url } = newAsset(caller.orgId)
    const broken = url.replace('.png', '\u0000.png')
    const created = await caller.call('POST', '/api/tasks', {
      title: 'a\u0000\ud800',
      body: broken,
    })
    expect(created.body).toMatchObject({ title: 'a\ufffd', body: url })
    expect((await caller.call('GET', `/api/tasks/${created.body.id}`)).body).toEqual(created.body)
    const references = await harness.handle.db
      .selectFrom('asset_references')
      .select('asset_key')
      .where('task_id', '=', created.body.id)
      .execute()
    expect(references).toEqual([{ asset_key: key }])
    const unseen = await caller.call('POST', '/api/tasks', { title: '\u200b\u3164 ' })
    expect([unseen.status, unseen.body.errors?.[0].path]).toEqual([400, 'title'])
    const refused = await caller.call('POST', '/api/tasks', { title: '\u0000' })
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, 'title'])
    const patch = (body: object) => caller.call('PATCH', `/api/tasks/${created.body.id}`, body)
    const emptied = await patch({ title: '\u0000' })
    expect([emptied.status, emptied.body.errors?.[0].path]).toEqual([400, 'title'])
    expect((await patch({ tags: ['\u0000'] })).body.errors?.[0].path).toBe('tags.0')
    expect((await patch({ tags: ['a\u0000b', 'ab', ' \u0000c'] })).body.tags).toEqual(['ab', 'c'])
  })
})

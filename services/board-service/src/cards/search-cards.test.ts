import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type Caller, startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

/**
 * Creates cards that all contain `common`, every third also `third`. Some columns have ties or are
 * null.
 */
async function seed(caller: Caller, count: number): Promise<void> {
  await sql`insert into tasks (id, org_id, owner_id, kind, title, body, status, tags, due_date, fields, search,
      status_changed_at, created_at, updated_at)
    select 'task_' || md5(${caller.orgId} || n), ${caller.orgId}, 'usr_1', 'task', 'Common ' || n % 5, '',
      case when n % 2 = 0 then 'todo' else 'done' end, '{}',
      case when n % 4 = 0 then null else now() + n % 7 * interval '1 day' end, '{}',
      array_to_tsvector(array['=' || ${caller.orgId}])
        || to_tsvector('simple', 'common ' || case when n % 3 = 0 then 'third' else 'other' end),
      now(), now() - n % 6 * interval '1 hour', now() - n % 9 * interval '1 minute'
    from generate_series(1, ${count}::int) n`.execute(harness.handle.db)
}

interface Item {
  id: string
  dueDate: string | null
  [name: string]: unknown
}
const page = async (caller: Caller, query: string): Promise<{ items: Item[]; total: number }> => {
  const answer = await caller.call('GET', `/api/tasks?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

describe('search', () => {
  test('pages a search like the list without words, in every order', async () => {
    const caller = await harness.caller()
    await seed(caller, 35)
    for (const sortBy of ['createdAt', 'updatedAt', 'dueDate', 'title', 'status']) {
      for (const sortDir of ['asc', 'desc']) {
        const order = `sortBy=${sortBy}&sortDir=${sortDir}`
        const all = (await page(caller, `${order}&limit=100`)).items
        const found: Item[] = []
        for (let offset = 0; offset < 40; offset += 10) {
          const answer = await page(caller, `q=common&${order}&limit=10&offset=${offset}`)
          expect(answer.total).toBe(35)
          found.push(...answer.items)
        }
        expect(found, order).toEqual(all)
        if (sortBy === 'dueDate') expect(found.at(-1)?.dueDate).toBeNull()
      }
    }
    expect(await page(caller, 'q=common+third&status=done&limit=1')).toMatchObject({ total: 6 })
  })

  test('ends a word at every character unless it is a letter or digit, in cards and in searches', async () => {
    const caller = await harness.caller()
    const found = async (q: string) => (await page(caller, `q=${encodeURIComponent(q)}`)).total
    const body =
      'L’été «indien» – “voilà”, and/or well-known\u00a0!\u2028https://example.net/notes/paper.html?x=y#z'
    const fields = { email: 'someone@example.org' }
    expect(
      (await caller.call('POST', '/api/tasks', { title: 'C++ notes', body, fields })).status,
    ).toBe(201)
    for (const q of [
      'ete',
      'été',
      "l'été",
      'L’ÉTÉ',
      'indien',
      'voila',
      '“voilà”',
      'or',
      'known',
      'well-known',
      'paper',
    ]) {
      expect([q, await found(q)]).toEqual([q, 1])
    }
    for (const q of [
      'example.org',
      'someone@example.org',
      'org',
      'example.net/notes',
      'c++',
      'notes/paper.html',
    ]) {
      expect([q, await found(q)]).toEqual([q, 1])
    }
    for (const q of ['oila', '<b>', '!', '“”', 'someone@example.com'])
      expect([q, await found(q)]).toEqual([q, 0])
  })

  test('finds the last word of the longest body, and indexes every text', async () => {
    const caller = await harness.caller()
    const letters = (from: number, length: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        String.fromCodePoint(
          ...Array.from({ length }, (_, at) => from + (Math.floor(n / 150 ** at) % 150)),
        ),
      ).join(' ')
    const bodies = [
      letters(0x4e00, 2, 33_000),
      letters(0x410, 1, 49_000),
      letters(0x20000, 1, 33_000),
    ]
    for (const body of bodies) {
      const fields = { more: letters(0x5e00, 2, 40_000), decomposed: '\ufdfa'.repeat(10_000) }
      const created = await caller.call('POST', '/api/tasks', {
        title: 'Long',
        body: `${body} zuletzt`,
        fields,
      })
      expect([created.status, body.length > 97_000]).toEqual([201, true])
    }
    expect((await page(caller, 'q=zuletzt')).total).toBe(3)
  })

  test('finds an emoji alone, next to words and in any skin tone, and finds nothing for other symbols', async () => {
    const caller = await harness.caller()
    await caller.call('POST', '/api/tasks', {
      title: '🎉 Party',
      body: 'Well done 👍🏽 👩‍👧',
      tags: ['fête'],
    })
    await caller.call('POST', '/api/tasks', { title: 'No party' })
    const found = async (q: string, more = '') =>
      (await page(caller, `q=${encodeURIComponent(q)}${more}`)).total
    for (const q of ['🎉', 'party🎉', '🎉 par', '👍', '👍🏽', '👩‍👧', '👧 done'])
      expect(await found(q), q).toBe(1)
    expect(await found('🎉', '&tag=f%C3%AAte')).toBe(1)
    for (const q of ['🐙', '🎉 🐙', '🎉 nothing', '&|!', "'", '\\'])
      expect(await found(q), q).toBe(0)
  })

  test('counts hits up to 1,000, and further for later pages', async () => {
    const caller = await harness.caller()
    await seed(caller, 1_030)
    expect((await page(caller, 'q=common')).total).toBe(1_000)
    expect((await page(caller, 'q=common&limit=100&offset=900')).total).toBe(1_000)
    const last = await page(caller, 'q=common&limit=100&offset=1000')
    expect([last.items.length, last.total]).toEqual([30, 1_030])
    expect(await page(caller, 'q=common&offset=2000')).toMatchObject({ items: [], total: 1_000 })
    expect(await page(caller, 'q=third&offset=2000')).toMatchObject({ items: [], total: 343 })
    expect((await page(caller, 'limit=1')).total).toBe(1_030)
  })

  test('ends a page early if its cards are large, and continues from its limit', async () => {
    const caller = await harness.caller()
    const large = 'x'.repeat(1_000_000)
    for (let n = 0; n < 10; n += 1) {
      const card = { title: `Large ${n}`, fields: { large } }
      expect((await caller.call('POST', '/api/tasks', card)).status).toBe(201)
    }
    for (const query of [
      'sortDir=desc',
      'q=large',
      'q=large&sortBy=title',
      'sortBy=title&sortDir=asc',
    ]) {
      const seen: string[] = []
      for (let offset = 0; offset < 10; ) {
        const answer = await caller.call('GET', `/api/tasks?${query}&limit=100&offset=${offset}`)
        const { items, total, limit } = answer.body
        expect([total, items.length], query).toEqual([10, offset === 0 ? 8 : 2])
        expect(limit, query).toBe(offset === 0 ? 8 : 100)
        expect(answer.text.length).toBeLessThan(9 * 1_048_576)
        seen.push(...items.map(({ id }: Item) => id))
        offset += limit
      }
      expect(new Set(seen).size, query).toBe(10)
    }
  })

  const range = 'dueAfter=2000-01-01T00:00:00Z&dueBefore=2090-01-01T00:00:00Z'

  test('allows a page of 1,000 cards if the due date range has both ends, and of 100 otherwise', async () => {
    const caller = await harness.caller()
    await seed(caller, 200)
    const all = await page(caller, `${range}&sortBy=dueDate&sortDir=asc&limit=1000`)
    expect([all.items.length, all.total]).toEqual([150, 150])
    for (const query of [
      'limit=101',
      'limit=101&dueAfter=2000-01-01T00:00:00Z',
      'limit=101&dueBefore=2090-01-01T00:00:00Z',
      `${range}&limit=1001`,
      `${range}&limit=0`,
    ]) {
      const answer = await caller.call('GET', `/api/tasks?${query}`)
      const { status, body } = answer
      expect([status, body.errors?.[0]?.path], query).toEqual([400, 'limit'])
    }
    const { body } = await caller.call('GET', '/api/tasks?limit=101')
    expect(body.errors[0].message).toContain('postedAfter and postedBefore')
    const stranger = await harness.caller()
    expect((await page(stranger, `${range}&limit=1000`)).total).toBe(0)
  })

  test('counts the first comments of posts when it limits the bytes of a calendar page', async () => {
    const caller = await harness.caller()
    const comment = 'ä'.repeat(40_000)
    const post = { platform: 'forumnet', firstComment: comment }
    for (let n = 0; n < 120; n += 20) {
      await Promise.all(
        Array.from({ length: 20 }, () =>
          caller.call('POST', '/api/tasks', {
            kind: 'post',
            dueDate: '2030-01-01T00:00:00Z',
            post,
          }),
        ),
      )
    }
    const first = await caller.call('GET', `/api/tasks?kind=post&${range}&limit=1000`)
    expect(first.text.length).toBeLessThan(9 * 1_048_576)
    expect([first.body.total, first.body.items.length]).toEqual([120, first.body.limit])
    const { limit } = first.body
    expect(limit).toBeLessThan(120)
    const rest = await page(caller, `kind=post&${range}&limit=1000&offset=${limit}`)
    expect(rest.items.length).toBe(120 - limit)
  })
})

test('counts the threads of posts when it limits the bytes of a page', async () => {
  const caller = await harness.caller()
  const post = { platform: 'shortpost', thread: Array(24).fill('語'.repeat(4_000)) }
  for (let n = 0; n < 36; n += 1)
    expect((await caller.call('POST', '/api/tasks', { kind: 'post', post })).status).toBe(201)
  const first = await caller.call('GET', '/api/tasks?kind=post&limit=100')
  const { items, limit, total } = first.body
  expect(Buffer.byteLength(first.text)).toBeLessThan(9 * 1_048_576)
  expect([items.length, total]).toEqual([limit, 36])
  expect(limit).toBeLessThan(36)
  expect((await page(caller, `kind=post&limit=100&offset=${limit}`)).items).toHaveLength(36 - limit)
})

test.each<[string, string, object]>([
  ['売上', 'Quarter', { body: '今月の売上は良い' }],
  ['今', 'Quarter', { body: '売上今月' }],
  ['の売上は', 'Quarter', { body: '今月の売上は良い' }],
  ['ขาย', 'Report', { body: 'ยอดขายเดือนนี้' }],
  ['soren', 'Ask Søren', {}],
  ['ærø', 'Aero ferry', {}],
  ['grosse strasse', 'Große Straße 5', {}],
  ['0612345678', 'Call', { body: 'Her number: +33 6 12 34 56 78' }],
  ['+33612345678', 'Call', { body: '06 12 34 56 78' }],
  ['0033 6 12 34 56 78', 'Contact', { kind: 'contact', fields: { phone: '06.12.34.56.78' } }],
  ['612345678', 'Call', { body: '+33 (0)6 12 34 56 78 or +33612345678' }],
])('finds by %s only the card %s', async (q, title, more) => {
  const caller = await harness.caller()
  const create = (card: object) => caller.call('POST', '/api/tasks', { kind: 'task', ...card })
  expect((await create({ title, ...more })).status).toBe(201)
  await create({ title: '上売 other, 06 12 34 56 79', body: 'Sven, Stress, รายงาน 2026-11-28' })
  const found = await page(caller, `q=${encodeURIComponent(q)}`)
  expect(found.items.map((item) => item['title'])).toEqual([title])
})

test('finds no card if the parts of the searched text only appear elsewhere', async () => {
  const caller = await harness.caller()
  await caller.call('POST', '/api/tasks', { kind: 'task', title: '売買と上下' })
  expect((await page(caller, `q=${encodeURIComponent('売上')}`)).items).toEqual([])
})

import { keyFor, putBlob, toBytes } from '@atrium/blob-store/testing'
import { type AssetUse, commonErrors, newId } from '@atrium/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import type { OwnerCalls } from '../release/owner-calls.ts'
import { readUsage } from '../usage/count-usage.ts'
import { reconcileUsage } from '../usage/reconcile-usage.ts'

describe('the deletion of a file', () => {
  let harness: Harness
  let live = new Set<string>()
  let away = false
  let fail = false
  let settled: Array<{ released: string[]; kept: string[] }> = []
  let uses: Record<string, AssetUse[]> | null = {}
  const board: OwnerCalls = {
    name: 'board',
    uses: 'A card or page',
    liveAssets: async ({ keys }) => {
      if (away) throw commonErrors.unavailable()
      return { live: keys.filter((key) => live.has(key)) }
    },
    releaseSettled: async ({ released, kept }) => settled.push({ released, kept }),
  }
  beforeAll(async () => {
    harness = await startHarness({
      owners: [board],
      assetUses: async () => uses,
      wrap: (store) => ({
        ...store,
        delete: (key) => (fail ? Promise.reject(new Error('disk')) : store.delete(key)),
      }),
    })
  })
  afterAll(() => harness.stop())
  beforeEach(() => {
    ;[live, away, fail, settled, uses] = [new Set(), false, false, [], {}]
  })

  const put = async (orgId: string, lane: 'pub' | 'priv' = 'pub') => {
    const key = keyFor(orgId, lane)
    await putBlob(harness.deps.store, key, toBytes('12345'))
    return key
  }
  const remove = async (orgId: string | null, key: string) =>
    harness.send('DELETE', `/api/assets/${key}`, await harness.as(orgId))
  const read = async (orgId: string, key: string) =>
    (await harness.send('GET', `/api/assets/${key}`, await harness.as(orgId))).status
  const toEvents = (orgId: string) =>
    harness.deps.db
      .selectFrom('outbox')
      .select(['type', 'data'])
      .where('org_id', '=', orgId)
      .orderBy('seq')
      .execute()

  it.each(['pub', 'priv'] as const)(
    'hides a %s blob from readers and the list, and uncounts it',
    async (lane) => {
      const orgId = newId('org')
      const [key, other] = [await put(orgId, lane), await put(orgId, lane)]
      expect(await read(orgId, key)).toBe(200)
      const answer = await remove(orgId, key)
      expect([answer.status, answer.body.length]).toEqual([204, 0])
      expect([await read(orgId, key), await read(orgId, other)]).toEqual([404, 200])
      expect(await readUsage(harness.deps, orgId)).toEqual({ bytes: 5, count: 1 })
      expect(settled).toEqual([{ released: [key], kept: [] }])
      expect((await remove(orgId, key)).status).toBe(404)
      expect(await readUsage(harness.deps, orgId)).toEqual({ bytes: 5, count: 1 })
    },
  )

  it('emits asset.deleted with the same facts as asset.stored', async () => {
    const orgId = newId('org')
    const key = await put(orgId, 'priv')
    await remove(orgId, key)
    const data = { key, visibility: 'priv', contentType: 'image/png', bytes: 5 }
    expect(await toEvents(orgId)).toMatchObject([
      { type: 'asset.stored', data },
      { type: 'asset.deleted', data },
    ])
  })

  it('rejects the deletion and names the records if they use the file', async () => {
    const orgId = newId('org')
    const key = await put(orgId)
    live.add(key)
    uses = { [key]: [{ type: 'post', id: 'task_1', title: 'Our summer' }] }
    const answer = await remove(orgId, key)
    expect([answer.status, answer.json()]).toMatchObject([
      409,
      { code: 'asset_in_use', errors: [{ path: 'post.task_1', message: 'Our summer' }] },
    ])
    expect(settled).toEqual([{ released: [], kept: [key] }])
    expect(await read(orgId, key)).toBe(200)
    expect(await readUsage(harness.deps, orgId)).toEqual({ bytes: 5, count: 1 })
  })

  it('refuses with the kind of record if a file is in use but no card or page names it', async () => {
    const orgId = newId('org')
    const key = await put(orgId)
    live = new Set([key])
    const refused = await remove(orgId, key)
    expect([refused.status, refused.json()]).toMatchObject([
      409,
      { code: 'asset_in_use', errors: [{ path: 'key', message: 'A card or page' }] },
    ])
    expect(await read(orgId, key)).toBe(200)
  })

  it('keeps the file while the board or the store is down, and accepts a retry', async () => {
    const orgId = newId('org')
    const key = await put(orgId)
    away = true
    uses = null
    const refused = await remove(orgId, key)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
    ;[away, fail] = [false, true]
    expect((await remove(orgId, key)).status).toBe(503)
    expect(await read(orgId, key)).toBe(200)
    expect((await toEvents(orgId)).length).toBe(1)
    fail = false
    expect((await remove(orgId, key)).status).toBe(204)
    await harness.deps.db
      .updateTable('usage_changes')
      .set({ begun_at: new Date(0) })
      .execute()
    await reconcileUsage(harness.deps)
    expect(await readUsage(harness.deps, orgId)).toEqual({ bytes: 0, count: 0 })
  })

  it('responds with the same 404 if a key is foreign, missing or malformed', async () => {
    const [mine, theirs] = [newId('org'), newId('org')]
    const foreign = [await put(theirs), await put(theirs, 'priv')]
    const bodies = new Set<string>()
    for (const key of [
      ...foreign,
      keyFor(mine),
      keyFor(theirs),
      'x',
      'usage',
      `${mine}/pub/x.png`,
      '%00',
      'a//b',
    ]) {
      const answer = await remove(mine, key)
      expect([key, answer.status]).toEqual([key, 404])
      const { requestId: _, ...problem } = answer.json()
      bodies.add(JSON.stringify(problem))
    }
    expect(bodies.size).toBe(1)
    for (const key of foreign) expect(await read(theirs, key)).toBe(200)
    expect(settled).toEqual([])
    expect((await remove(null, foreign[0] ?? '')).status).toBe(400)
    expect((await harness.send('DELETE', `/api/assets/${foreign[0]}`)).status).toBe(401)
  })

  it('counts a blob once when two requests delete it at the same time', async () => {
    const orgId = newId('org')
    const [key] = [await put(orgId), await put(orgId)]
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(orgId, key)))
    for (const { status } of answers) expect([204, 404]).toContain(status)
    expect(await readUsage(harness.deps, orgId)).toEqual({ bytes: 5, count: 1 })
    expect((await toEvents(orgId)).filter(({ type }) => type === 'asset.deleted')).toHaveLength(1)
  })
})

import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { keyFor, putBlob, toBytes } from '@atrium/blob-store/testing'
import { type AssetPage, type AssetUse, newId } from '@atrium/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

describe('file list', () => {
  let harness: Harness
  let uses: Record<string, AssetUse[]> | null = {}
  let listings = 0
  beforeAll(async () => {
    harness = await startHarness({
      assetUses: async () => uses,
      wrap: (store) => ({
        ...store,
        list(orgId, lane) {
          listings += 1
          return store.list(orgId, lane)
        },
      }),
    })
  })
  afterAll(() => harness.stop())

  /** Stores a blob of the given age in seconds. */
  const put = async (
    orgId: string,
    age: number,
    lane: 'pub' | 'priv' = 'pub',
    extension: 'png' | 'mp4' = 'png',
  ) => {
    const key = keyFor(orgId, lane, extension)
    await putBlob(harness.deps.store, key, toBytes('x'.repeat(age + 1)))
    const at = new Date(Date.UTC(2026, 0, 2) - age * 1_000)
    await utimes(join(harness.directory, key), at, at)
    return key
  }
  const ask = async (orgId: string | null, query = '') =>
    harness.app.request(`/api/assets${query}`, { headers: await harness.as(orgId) })
  const page = async (orgId: string, query = '') =>
    (await ask(orgId, query)).json() as Promise<AssetPage>
  const walk = async (orgId: string, query: string, between?: () => Promise<unknown>) => {
    const keys: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, next }: AssetPage = await page(
        orgId,
        `${query}${cursor && `&cursor=${cursor}`}`,
      )
      keys.push(...items.map(({ key }) => key))
      cursor = next
      await between?.()
    }
    return keys
  }

  it('shows each blob of both lanes once, newest first', async () => {
    const orgId = newId('org')
    const keys = [await put(orgId, 0), await put(orgId, 1, 'priv'), await put(orgId, 2)]
    await put(newId('org'), 0)
    uses = { [keys[1] ?? '']: [{ type: 'card', id: 'task_1', title: 'A card' }] }
    const { items, next } = await page(orgId)
    uses = {}
    expect(next).toBeNull()
    expect(items).toEqual(
      keys.map((key, at) => ({
        key,
        url: `http://api.example/api/assets/${key}`,
        visibility: at === 1 ? 'priv' : 'pub',
        contentType: 'image/png',
        bytes: at + 1,
        name: null,
        altText: '',
        tags: [],
        createdAt: new Date(Date.UTC(2026, 0, 2) - at * 1_000).toISOString(),
        usedBy: at === 1 ? [{ type: 'card', id: 'task_1', title: 'A card' }] : [],
      })),
    )
  })

  it('filters by lane and pages without repetition or gap, even if blobs have the same time', async () => {
    const orgId = newId('org')
    const [pub, priv] = [[] as string[], [] as string[]]
    for (let at = 0; at < 7; at++) {
      pub.push(await put(orgId, Math.floor(at / 3)))
      priv.push(await put(orgId, Math.floor(at / 3), 'priv'))
    }
    const all = await walk(orgId, '?limit=3')
    expect(all.toSorted()).toEqual([...pub, ...priv].toSorted())
    expect((await walk(orgId, '?limit=2&visibility=priv')).toSorted()).toEqual(priv.toSorted())
    expect(await walk(orgId, '?limit=100')).toEqual(all)
  })

  it('filters by kind, alone and within a lane, on every page', async () => {
    const orgId = newId('org')
    const films: string[] = []
    for (let at = 0; at < 5; at++) {
      films.push(await put(orgId, at, at < 3 ? 'pub' : 'priv', 'mp4'))
      await put(orgId, at)
    }
    expect(await walk(orgId, '?limit=2&kind=video')).toEqual(films)
    expect(await walk(orgId, '?limit=2&kind=video&visibility=priv')).toEqual(films.slice(3))
    expect(await walk(orgId, '?kind=audio')).toEqual([])
  })

  it('keeps the order of pages while blobs are stored and deleted', async () => {
    const orgId = newId('org')
    const keys: string[] = []
    for (let age = 10; age < 20; age++) keys.push(await put(orgId, age))
    let age = 9
    const seen = await walk(orgId, '?limit=2', async () => {
      await put(orgId, age--)
      await harness.deps.store.delete(keys[10 - age] ?? '')
    })
    const kept = new Set((await page(orgId, '?limit=100')).items.map(({ key }) => key))
    expect(seen).toEqual(keys.filter((key) => seen.includes(key)))
    for (const key of keys.filter((key) => kept.has(key))) expect(seen).toContain(key)
  })

  it('shows a new blob at once and lists the store again only after a change', async () => {
    const orgId = newId('org')
    const first = await put(orgId, 1)
    const before = listings
    for (let time = 0; time < 3; time++) expect((await page(orgId)).items).toHaveLength(1)
    expect(listings - before).toBe(1)
    const second = await put(orgId, 0)
    expect((await page(orgId)).items.map(({ key }) => key)).toEqual([second, first])
    await harness.deps.store.delete(second)
    expect((await page(orgId)).items.map(({ key }) => key)).toEqual([first])
  })

  it('responds without uses if the board does not respond', async () => {
    const orgId = newId('org')
    await put(orgId, 0)
    uses = null
    const { items } = await page(orgId)
    uses = {}
    expect(items).toMatchObject([{ usedBy: null }])
  })

  it('rejects an unknown cursor and values out of range', async () => {
    const orgId = newId('org')
    await put(orgId, 0)
    await put(orgId, 1)
    const { next } = await page(orgId, '?limit=1')
    const forged = Buffer.from('1/pub/../x').toString('base64url')
    for (const query of [
      'cursor=',
      'cursor=x',
      `cursor=${forged}`,
      `cursor=${next}=`,
      `cursor=${next}A`,
      `cursor=${'A'.repeat(201)}`,
      `cursor=${next}&cursor=${next}`,
      'limit=0',
      'limit=101',
      'limit=x',
      'visibility=public',
      'visibility=',
      'kind=',
      'kind=picture',
    ]) {
      const refused = await ask(orgId, `?${query}`)
      expect([query, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        query,
        400,
        'validation_failed',
      ])
    }
  })

  it('shows nothing of another org with any cursor', async () => {
    const [mine, theirs] = [newId('org'), newId('org')]
    await put(theirs, 0)
    await put(theirs, 1)
    const { next } = await page(theirs, '?limit=1')
    expect(await page(mine, `?cursor=${next}`)).toEqual({ items: [], next: null })
    expect((await ask(null)).status).toBe(400)
    expect((await harness.app.request('/api/assets')).status).toBe(401)
  })
})

import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { keyFor } from '@atrium/blob-store/testing'
import { type AssetPage, newId, type StoredAsset } from '@atrium/contracts'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { buildForm, filePart, type Part } from '../../test/forms.ts'
import { startHarness } from '../../test/harness.ts'
import { buildPng, buildWav } from '../../test/media-samples.ts'
import { purgeOrg } from '../release/purge-org.ts'

const harness = await startHarness({
  owners: [
    {
      name: 'board',
      uses: 'A card or page',
      liveAssets: async () => ({ live: [] }),
      releaseSettled: async () => undefined,
    },
  ],
})
afterAll(() => harness.stop())

const upload = async (orgId: string, ...parts: Part[]) => {
  const form = buildForm(...parts)
  const headers = { ...form.headers, ...(await harness.as(orgId)) }
  return harness.send('POST', '/api/assets', headers, form.body)
}
const store = async (orgId: string, fileName: string, bytes = buildPng()) =>
  String((await upload(orgId, filePart(bytes, fileName))).json()['key'])
const list = async (orgId: string, query: Record<string, string> = {}) => {
  const path = `/api/assets?${new URLSearchParams(query)}`
  const answer = await harness.app.request(path, { headers: await harness.as(orgId) })
  return (await answer.json()) as AssetPage
}
const names = async (orgId: string, query: Record<string, string>) =>
  (await list(orgId, query)).items.map(({ name }) => name).toSorted()
const patch = async (orgId: string | null, key: string, body: object) => {
  const headers = { ...(await harness.as(orgId)), 'content-type': 'application/json' }
  const init = { method: 'PATCH', headers, body: JSON.stringify(body) }
  const answer = await harness.app.request(`/api/assets/${key}`, init)
  return { status: answer.status, body: (await answer.json()) as StoredAsset & { code: string } }
}
const rows = async (orgId: string) =>
  (
    await harness.deps.db
      .selectFrom('file_descriptions')
      .select('key')
      .where('org_id', '=', orgId)
      .execute()
  ).length

describe('name of an uploaded file', () => {
  it.each([
    ['harbour at dawn.png', 'harbour at dawn.png'],
    ['C:\\fakepath\\Ménü.png', 'Ménü.png'],
    ['../../etc/%22quoted%22.png', '"quoted".png'],
    ['売上\u202e.png', '売上.png'],
    ['blob', null],
    ['\u200b', null],
  ])('stores the name %j as %j', async (sent, kept) => {
    const orgId = newId('org')
    const key = await store(orgId, sent)
    expect((await list(orgId)).items).toMatchObject([{ key, name: kept, altText: '', tags: [] }])
  })

  it('takes the name from the form field if there is one, before or after the file', async () => {
    for (const parts of [
      [{ name: 'name', body: ' Our  harbour ' }, filePart(buildPng())],
      [filePart(buildPng()), { name: 'name', body: 'Our harbour' }],
    ]) {
      const orgId = newId('org')
      expect((await upload(orgId, ...parts)).status).toBe(201)
      expect(await names(orgId, {})).toEqual(['Our harbour'])
    }
  })

  it.each([
    ['an empty one', ['']],
    ['an invisible one', ['\u200b\u202e']],
    ['one of 2,001 characters', ['x'.repeat(2_001)]],
    ['two of them', ['a', 'b']],
  ])('rejects an upload if the form gives %s', async (_, given) => {
    const orgId = newId('org')
    const answer = await upload(
      orgId,
      filePart(buildPng()),
      ...given.map((body) => ({ name: 'name', body })),
    )
    expect([answer.status, answer.json()['code']]).toEqual([400, 'validation_failed'])
    expect((await list(orgId)).items).toEqual([])
  })

  it('deletes the name with the file and with the organisation', async () => {
    const orgId = newId('org')
    const [first] = [await store(orgId, 'a.png'), await store(orgId, 'b.png')]
    const removed = await harness.send('DELETE', `/api/assets/${first}`, await harness.as(orgId))
    expect([removed.status, await rows(orgId)]).toEqual([204, 1])
    await purgeOrg(harness.deps, orgId)
    expect(await rows(orgId)).toBe(0)
  })
})

describe('PATCH /api/assets/:org/:visibility/:key', () => {
  it('changes the given fields and keeps the others, the bytes and the URL', async () => {
    const orgId = newId('org')
    const key = await store(orgId, 'IMG_1.png')
    const before = (await list(orgId)).items[0]
    const first = await patch(orgId, key, { name: 'Harbour', altText: ' Boats at dawn ' })
    expect(first).toEqual({
      status: 200,
      body: { ...before, name: 'Harbour', altText: 'Boats at dawn' },
    })
    const second = await patch(orgId, key, { tags: ['summer', ' summer ', 'port'] })
    expect(second.body).toEqual({ ...first.body, tags: ['summer', 'port'] })
    expect((await list(orgId)).items).toEqual([second.body])
    expect((await patch(orgId, key, { name: null, altText: '', tags: [] })).body).toEqual({
      ...before,
      name: null,
    })
    expect((await harness.send('GET', `/api/assets/${key}`)).body).toEqual(buildPng())
  })

  it('announces a change once to the organisation, and nothing when nothing changed or the key is of another one', async () => {
    const [orgId, other] = [newId('org'), newId('org')]
    const key = await store(orgId, 'IMG_1.png')
    const changes = () =>
      harness.deps.db
        .selectFrom('outbox')
        .select(['org_id', 'data'])
        .where('type', '=', 'asset.changed')
        .where('org_id', 'in', [orgId, other])
        .execute()
    await patch(orgId, key, { name: 'IMG_1.png' })
    await patch(other, key, { name: 'Stolen' })
    expect(await changes()).toEqual([])
    await patch(orgId, key, { name: 'Harbour', tags: ['port'] })
    await patch(orgId, key, { tags: ['port'] })
    expect(await changes()).toEqual([{ org_id: orgId, data: { key, visibility: 'pub' } }])
  })

  it('describes a file that was copied into the store without a name', async () => {
    const orgId = newId('org')
    const key = await store(orgId, 'blob')
    expect(await rows(orgId)).toBe(0)
    expect((await patch(orgId, key, { name: 'Found' })).body.name).toBe('Found')
    expect(await names(orgId, { q: 'found' })).toEqual(['Found'])
  })

  it('keeps both changes when two users change different fields at the same time', async () => {
    const orgId = newId('org')
    const key = await store(orgId, 'blob')
    await Promise.all([
      patch(orgId, key, { name: 'Harbour' }),
      patch(orgId, key, { altText: 'Boats' }),
      patch(orgId, key, { tags: ['port'] }),
    ])
    expect((await list(orgId)).items).toMatchObject([
      { name: 'Harbour', altText: 'Boats', tags: ['port'] },
    ])
  })

  it.each([
    ['an empty name', { name: ' ' }],
    ['a name of 2,001 characters', { name: 'x'.repeat(2_001) }],
    ['a long alternative text', { altText: 'x'.repeat(1_001) }],
    ['an empty tag', { tags: [''] }],
    ['51 tags', { tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }],
    ['an unknown field', { url: 'https://example.com' }],
    ['a number', { name: 1 }],
  ])('rejects %s', async (_, body) => {
    const orgId = newId('org')
    const key = await store(orgId, 'a.png')
    const answer = await patch(orgId, key, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(await names(orgId, {})).toEqual(['a.png'])
  })

  it('responds with the same 404 if a key is foreign, missing or malformed, and writes nothing', async () => {
    const [mine, theirs] = [newId('org'), newId('org')]
    const foreign = await store(theirs, 'theirs.png')
    for (const key of [foreign, keyFor(mine), `${mine}/pub/x.png`, `${mine}/public/x.png`]) {
      const answer = await patch(mine, key, { name: 'Stolen' })
      expect([key, answer.status, answer.body.code]).toEqual([key, 404, 'not_found'])
    }
    expect([await names(theirs, {}), await rows(mine)]).toEqual([['theirs.png'], 0])
    expect((await patch(null, foreign, { name: 'x' })).status).toBe(400)
  })
})

describe('file search', () => {
  it('finds names, alternative texts and tags in upper or lower case, with any accents, and inside Chinese text', async () => {
    const orgId = newId('org')
    await store(orgId, 'Søren_am-Hafen.png')
    await store(orgId, '今月の売上.png')
    const third = await store(orgId, 'IMG_0042.png')
    await patch(orgId, third, { altText: 'Ein Strauß Blumen', tags: ['Frühling'] })
    await store(newId('org'), 'soren.png')
    for (const [q, found] of [
      ['soren', 'Søren_am-Hafen.png'],
      ['HAF soren', 'Søren_am-Hafen.png'],
      ['売上', '今月の売上.png'],
      ['strauss', 'IMG_0042.png'],
      ['fruhling', 'IMG_0042.png'],
      ['0042', 'IMG_0042.png'],
    ] as const)
      expect([q, await names(orgId, { q })]).toEqual([q, [found]])
    expect(await names(orgId, { q: 'soren blumen' })).toEqual([])
    expect(await names(orgId, { q: "'!&|()" })).toEqual([])
    expect(await names(orgId, { q: ' ' })).toHaveLength(3)
    expect(await names(orgId, { tag: 'Frühling' })).toEqual(['IMG_0042.png'])
    expect(await names(orgId, { tag: 'fruhling' })).toEqual([])
  })

  it('pages over the matches of a lane and a kind without a gap, newest first', async () => {
    const orgId = newId('org')
    const keys: string[] = []
    for (let at = 0; at < 5; at += 1) {
      keys.unshift(await store(orgId, `scene ${at}.png`))
      await store(orgId, `scene ${at}.wav`, buildWav(100))
    }
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = {
        q: 'scene',
        kind: 'image',
        visibility: 'pub',
        limit: '2',
        ...(cursor && { cursor }),
      }
      const { items, next } = await list(orgId, query)
      seen.push(...items.map(({ key }) => key))
      cursor = next
    }
    expect(seen).toEqual(keys)
    expect((await list(orgId, { q: 'scene', visibility: 'priv' })).items).toEqual([])
  })

  it('hides a file while the store lacks its bytes, and shows it again when they are back', async () => {
    const orgId = newId('org')
    const key = await store(orgId, 'gone here.png')
    await patch(orgId, key, { altText: 'Boats', tags: ['port'] })
    await store(orgId, 'here.png')
    await harness.deps.db
      .updateTable('file_descriptions')
      .set({ stored_at: new Date(Date.now() - 172_800_000) })
      .where('key', '=', key)
      .execute()
    const [path, away] = [join(harness.directory, key), join(harness.directory, `${orgId}.away`)]
    await rename(path, away)
    expect(await names(orgId, { q: 'here' })).toEqual(['here.png'])
    expect(await rows(orgId)).toBe(2)
    await rename(away, path)
    expect((await list(orgId, { q: 'gone' })).items).toMatchObject([
      { key, name: 'gone here.png', altText: 'Boats', tags: ['port'] },
    ])
  })

  it('finds a file by its key unless it belongs to another organisation', async () => {
    const orgId = newId('org')
    const key = await store(orgId, 'one.png')
    await store(orgId, 'other.png')
    expect(await names(orgId, { key })).toEqual(['one.png'])
    expect(await names(newId('org'), { key })).toEqual([])
    expect(await names(orgId, { key: 'x' })).toEqual([])
  })

  it('reads an index, not every description, when an organisation has many files', async () => {
    const orgId = newId('org')
    await sql`insert into file_descriptions (org_id, key, name, search)
      select ${orgId}, ${orgId} || '/pub/' || gen_random_uuid() || '.png', 'photo ' || n,
        array_to_tsvector(array['=' || ${orgId}, 'photo', n::text])
      from generate_series(1, 20000) n`.execute(harness.deps.db)
    await sql`vacuum analyze file_descriptions`.execute(harness.deps.db)
    const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain
      select key from file_descriptions where org_id = ${orgId}
        and search @@ ${`'=${orgId}' & '777':*`}::tsquery
      order by stored_at desc, key desc limit 26`.execute(harness.deps.db)
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('file_descriptions_search')
  })
})

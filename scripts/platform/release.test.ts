import { createClient } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../newcomer/draw-png.ts'
import { catchRefusal, signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform?.stop())

const anonymous = () => createClient({ baseUrl: platform.baseUrl })
const isThere = async (key: string): Promise<void> => {
  const response = await anonymous().assets.read(key)
  await response.body?.cancel()
}
const isGone = (key: string): Promise<void> =>
  eventually(async () => {
    expect((await catchRefusal(anonymous().assets.read(key))).status).toBe(404)
  }, 15_000)

test('keeps a blob while one of two cards cites it and deletes it with the second', async () => {
  const { client } = await signUpNewcomer(platform.baseUrl, 'release')
  const asset = await client.assets.upload(drawPng(8))
  const body = { kind: 'task' as const, title: 'With a picture', body: `![cover](${asset.url})` }
  const first = await client.cards.create({ body })
  const second = await client.cards.create({ body })
  await client.cards.delete({ params: { id: first.id } })
  const other = await client.assets.upload(drawPng(9))
  const third = await client.cards.create({ body: { ...body, body: other.url } })
  await client.cards.delete({ params: { id: third.id } })
  await isGone(other.key)
  await isThere(asset.key)
  await client.cards.delete({ params: { id: second.id } })
  await isGone(asset.key)
})

test("names a file's records in the library and deletes the file only after the last of them", async () => {
  const { client } = await signUpNewcomer(platform.baseUrl, 'library')
  const asset = await client.assets.upload(drawPng(11))
  const card = await client.cards.create({
    body: { kind: 'task', title: 'A picture', body: asset.url },
  })
  const { items, next } = await client.assets.list({ visibility: 'pub', limit: 1 })
  expect(next).toBeNull()
  expect(items).toMatchObject([
    { ...asset, usedBy: [{ type: 'card', id: card.id, title: 'A picture' }] },
  ])
  expect(await catchRefusal(client.assets.delete(asset.key))).toMatchObject({
    status: 409,
    code: 'asset_in_use',
  })
  await isThere(asset.key)
  await client.cards.update({ params: { id: card.id }, body: { body: '' } })
  expect((await catchRefusal(anonymous().assets.delete(asset.key))).status).toBe(401)
  await client.assets.delete(asset.key).catch(() => undefined)
  await isGone(asset.key)
  // The card's release may delete the file itself. The file's record is deleted afterwards.
  await eventually(async () => {
    expect(await client.assets.list()).toEqual({ items: [], next: null })
    expect(await client.assets.usage()).toEqual({ bytes: 0, count: 0 })
  })
})

test('tells an open page of the organisation about stored and deleted files', async () => {
  const { client } = await signUpNewcomer(platform.baseUrl, 'live')
  const end = new AbortController()
  const changes = client.events({ signal: end.signal })
  expect((await changes.next()).value).toEqual({ kind: 'open' })
  const { key, visibility, contentType, bytes } = await client.assets.upload(drawPng(13))
  await client.assets.delete(key)
  const seen: unknown[] = []
  for await (const change of changes) {
    if (change.kind !== 'event' || !change.event.type.startsWith('asset.')) continue
    if (seen.push([change.event.type, change.event.data]) === 2) break
  }
  end.abort()
  const data = { key, visibility, contentType, bytes }
  expect(seen).toEqual([
    ['asset.stored', data],
    ['asset.deleted', data],
  ])
})

test('lets either the deletion or the new card win if both concern one file', async () => {
  const { client } = await signUpNewcomer(platform.baseUrl, 'race')
  for (let round = 0; round < 12; round++) {
    const asset = await client.assets.upload(drawPng(12))
    const body = { kind: 'task' as const, title: 'A picture', body: asset.url }
    const [deleted, cited] = await Promise.allSettled([
      client.assets.delete(asset.key),
      client.cards.create({ body }),
    ])
    expect([deleted.status, cited.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    if (cited.status === 'fulfilled') await isThere(asset.key)
    else {
      expect(cited.reason).toMatchObject({ status: 409, code: 'asset_released' })
      await isGone(asset.key)
    }
  }
})

test('deletes the blobs, cards, invoices and workflows of a purged organisation and of no other', async () => {
  const leaving = await signUpNewcomer(platform.baseUrl, 'leaving')
  const staying = await signUpNewcomer(platform.baseUrl, 'staying')
  const assets = []
  for (const { client } of [leaving, staying]) {
    assets.push(await client.assets.upload(drawPng(10)))
    await client.cards.create({ body: { kind: 'task', title: 'A card' } })
    await client.customers.create({ body: { name: 'A customer', email: 'customer@example.com' } })
    await client.workflows.create({ body: { name: 'A workflow', graph: { nodes: [], edges: [] } } })
  }
  await leaving.client.orgs.purge({ params: { id: leaving.org.id } })
  await isGone(assets[0]?.key ?? '')
  await isThere(assets[1]?.key ?? '')
  const me = await leaving.client.me()
  expect(me.org).toBeNull()
  expect((await catchRefusal(leaving.client.cards.list())).code).toBe('no_active_org')
  expect((await staying.client.cards.list()).total).toBe(1)
  expect((await staying.client.customers.list()).total).toBe(1)
  expect((await staying.client.workflows.list()).total).toBe(1)
})

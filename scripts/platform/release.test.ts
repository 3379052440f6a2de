import { createClient } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '../newcomer/draw-png.ts'
import { refusalOf, signUpNewcomer } from '../newcomer/play-newcomer.ts'
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
    expect((await refusalOf(anonymous().assets.read(key))).status).toBe(404)
  }, 15_000)

test('a blob that two cards cite outlives the first one and goes with the second', async () => {
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
}, 60_000)

test('a purged organisation takes its blobs, cards, invoices and workflows along, and nobody else’s', async () => {
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
  expect((await refusalOf(leaving.client.cards.list())).code).toBe('no_active_org')
  expect((await staying.client.cards.list()).total).toBe(1)
  expect((await staying.client.customers.list()).total).toBe(1)
  expect((await staying.client.workflows.list()).total).toBe(1)
}, 60_000)

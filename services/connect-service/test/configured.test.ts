import { ConnectStatus, PublishPost } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTokenVault, sealContext } from '../src/tokens/token-vault.ts'
import { type AssetServer, startAssetServer } from './asset-server.ts'
import { type Caller, consent, type Harness, startHarness, toLocation } from './harness.ts'

const previous = 'the-key-before-the-rotation-of-this-test'
const image = Buffer.from('a picture, as far as this test goes')
let harness: Harness
let assets: AssetServer

beforeAll(async () => {
  assets = await startAssetServer()
  assets.add('a.png', 'image/png', image)
  harness = await startHarness({
    env: {
      API_URL: 'http://localhost:3000',
      ASSETS_SERVICE_URL: assets.origin,
      PAGENET_LOGIN_CONFIG_ID: 'config-7',
      PAGENET_PAGE_ID: '1002',
      SOCIAL_TOKEN_ENCRYPTION_KEY_PREVIOUS: previous,
    },
  })
})
afterAll(async () => {
  await harness.stop()
  await assets.stop()
})
beforeEach(() => {
  harness.sandbox.pagenet.pages.splice(0)
})

async function connected(): Promise<{ person: ReturnType<Harness['person']>; back: URL }> {
  const person = harness.person()
  return { person, back: toLocation(await person('GET', await consent(person))) }
}

test('sends a login configuration instead of scopes', async () => {
  const dialog = toLocation(await harness.person()('GET', '/api/connect/pagenet/start'))
  expect(dialog.searchParams.get('config_id')).toBe('config-7')
  expect(dialog.searchParams.has('scope')).toBe(false)
})

test('connects the preferred Page if the user manages it, and otherwise decides as usual', async () => {
  const { pagenet } = harness.sandbox
  pagenet.addPage('1001', 'Harbour Bakery')
  expect((await connected()).back.searchParams.has('connected')).toBe(true)
  pagenet.addPage('1003', 'Third')
  expect((await connected()).back.searchParams.has('picker')).toBe(true)
  pagenet.addPage('1002', 'Night Market')
  const { person, back } = await connected()
  expect(back.searchParams.has('connected')).toBe(true)
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { uri: 'social://1002@facebook.com' },
  ])
})

test('fetches the configured Page by its id if the listing hides it', async () => {
  harness.sandbox.pagenet.addPage('1002', 'Owned by a business', { hidden: true })
  const { person } = await connected()
  expect((await person('GET', '/api/connectors')).body['items']).toMatchObject([
    { name: 'Owned by a business' },
  ])
})

const post = ({ orgId, userId: actorId }: Caller, channelId: string, media: string[]) => ({
  orgId,
  actorId,
  channelId,
  media,
  taskId: `task_${media.length}`,
  attemptKey: `${channelId}-${media.length}`,
  platform: 'pagenet' as const,
  title: '',
  body: 'Look',
  linkHandling: 'keep' as const,
  link: 'https://example.com/menu',
  firstComment: null,
})

test('uploads an image from our public assets and puts the link into the text', async () => {
  const page = harness.sandbox.pagenet.addPage('1002', 'Night Market')
  const { person, back } = await connected()
  const id = back.searchParams.get('connected') ?? ''
  const url = 'http://localhost:3000/api/assets/org_1/pub/a.png'
  const posted = await callRpc(harness.bus, PublishPost, post(person, id, [url]))
  expect(posted.outcome).toBe('posted')
  expect(page.posts).toMatchObject([{ message: 'Look\nhttps://example.com/menu', link: null }])
  expect(harness.sandbox.pagenet.photos.get(page.posts[0]?.media[0] ?? '')).toEqual({
    bytes: image.length,
    contentType: 'image/png',
  })
  const paths = [url, new URL(url).pathname]
  expect((await callRpc(harness.bus, PublishPost, post(person, id, paths))).outcome).toBe('posted')
  expect(page.posts.at(-1)?.media).toHaveLength(2)
  const gone = await callRpc(harness.bus, PublishPost, post(person, id, [url, url, `${url}-gone`]))
  expect(gone).toMatchObject({ failure: { class: 'fix_content' } })
})

test('publishes with a token under the previous key and seals the token under the current key', async () => {
  harness.sandbox.pagenet.addPage('1002', 'Night Market')
  const { person, back } = await connected()
  const id = back.searchParams.get('connected') ?? ''
  const token = harness.sandbox.pagenet.giveToken({ kind: 'page', pageId: '1002' })
  const old = createTokenVault(previous).seal(token, sealContext.access(id))
  const { db, vault } = harness.deps
  await db.updateTable('channels').set({ access_token: old }).where('id', '=', id).execute()
  const posted = await callRpc(harness.bus, PublishPost, post(person, id, []))
  expect(posted.outcome).toBe('posted')
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(vault?.open(row.access_token, sealContext.access(id))).toEqual({
    text: token,
    stale: false,
  })
})

test('makes every network dormant and publishes nothing if the encryption key is unset', async () => {
  const dormant = await startHarness({ env: { SOCIAL_TOKEN_ENCRYPTION_KEY: undefined } })
  const person = dormant.person()
  for (const [method, path, body] of [
    ['GET', '/api/connect/pagenet/start', undefined],
    ['GET', '/api/connect/pagenet/introspect', undefined],
    ['POST', '/api/connect/pagenet/manual', { token: 'a-token' }],
  ] as const) {
    const answer = await person(method, path, body)
    expect([path, answer.status, answer.body['code']]).toEqual([path, 400, 'not_configured'])
  }
  const back = toLocation(await person('GET', '/api/connect/pagenet/callback?code=a&state=b'))
  expect([back.pathname, back.searchParams.get('error')]).toEqual(['/channels', 'not_configured'])
  expect((await person('GET', '/api/connectors')).body['items']).toEqual([])
  expect((await callRpc(dormant.bus, ConnectStatus, {})).publishing).toBe(false)
  await dormant.stop()
})

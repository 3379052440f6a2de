import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../start-sandbox.ts'
import { shownText } from './pronet-posts.ts'

let sandbox: Sandbox
let token: string
const me = 'urn:li:person:yrZCpj2Z12'
const versioned = { 'linkedin-version': '202601', 'x-restli-protocol-version': '2.0.0' }

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.pronet.posts.splice(0)
  sandbox.pronet.rate.used.clear()
  token = sandbox.pronet.giveTokens().accessToken
})

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = versioned,
) {
  const answer = await fetch(`${sandbox.url}/pronet${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const read = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: answer.status, headers: answer.headers, body: read }
}
const aPost = (more: object = {}) => ({
  author: me,
  commentary: 'Bread',
  visibility: 'PUBLIC',
  distribution: {
    feedDistribution: 'MAIN_FEED',
    targetEntities: [],
    thirdPartyDistributionChannels: [],
  },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
  ...more,
})

test.each([
  [{ author: 'urn:li:person:other' }, 403],
  [{ commentary: '' }, 422],
  [{ commentary: 'a'.repeat(3_001) }, 422],
  [{ visibility: 'EVERYBODY' }, 422],
  [{ lifecycleState: 'DRAFT' }, 422],
  [{ distribution: undefined }, 422],
  [{ surprise: true }, 422],
  [{ content: { media: { id: 'urn:li:image:none' } } }, 422],
  [{ content: { article: { source: 'https://example.com' } } }, 422],
  [{ content: { multiImage: { images: [] } } }, 422],
])('rejects a post with %o in the network’s shape and does not store it', async (more, status) => {
  const { status: given, body } = await call('POST', '/rest/posts', aPost(more))
  expect([given, body]).toEqual([
    status,
    expect.objectContaining({ status, code: expect.any(String), message: expect.any(String) }),
  ])
  expect(sandbox.pronet.posts).toEqual([])
})

test('requires a version and protocol that are still supported', async () => {
  const { 'linkedin-version': version, ...protocol } = versioned
  expect((await call('POST', '/rest/posts', aPost(), protocol)).body['code']).toBe(
    'VERSION_MISSING',
  )
  const old = { ...protocol, 'linkedin-version': '202401' }
  expect((await call('POST', '/rest/posts', aPost(), old)).status).toBe(426)
  expect((await call('POST', '/rest/posts', aPost(), { 'linkedin-version': version })).status).toBe(
    400,
  )
  expect((await call('GET', '/v2/userinfo', undefined, {})).body).toMatchObject({
    sub: 'yrZCpj2Z12',
  })
})

test("returns a post's id in a header and rejects a second post with its text as a duplicate", async () => {
  const first = await call('POST', '/rest/posts', aPost())
  expect([first.status, first.body]).toEqual([201, {}])
  const urn = first.headers.get('x-restli-id') ?? ''
  expect(urn).toMatch(/^urn:li:share:\d+$/)
  const again = await call('POST', '/rest/posts', aPost())
  expect([again.status, again.body['message']]).toEqual([422, expect.stringContaining(urn)])
})

test('accepts plain text comments below an existing post', async () => {
  const made = await call('POST', '/rest/posts', aPost())
  const urn = made.headers.get('x-restli-id') ?? ''
  const comment = (more: object = {}, below = urn) =>
    call('POST', `/rest/socialActions/${encodeURIComponent(below)}/comments`, {
      actor: me,
      object: below,
      message: { text: 'Open (at seven)' },
      ...more,
    })
  for (const wrong of [{ message: {} }, { object: 'urn:li:share:1' }, { content: [] }]) {
    expect((await comment(wrong)).status).toBe(422)
  }
  expect((await comment({}, 'urn:li:share:1')).status).toBe(404)
  expect((await comment()).status).toBe(201)
  expect(sandbox.pronet.posts[0]?.comments).toMatchObject([{ text: 'Open (at seven)' }])
})

test('requires a permission for reading back that the consent page does not offer', async () => {
  expect((await call('GET', '/rest/posts')).body).toMatchObject({
    status: 403,
    serviceErrorCode: 100,
  })
})

test('assembles a video from all its parts in order', async () => {
  const begin = { initializeUploadRequest: { owner: me, fileSizeBytes: 4_194_305 } }
  const { value } = (await call('POST', '/rest/videos?action=initializeUpload', begin)).body as {
    value: {
      video: string
      uploadInstructions: { uploadUrl: string; firstByte: number; lastByte: number }[]
    }
  }
  const etags: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of value.uploadInstructions) {
    const answer = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(lastByte + 1 - firstByte),
    })
    expect(answer.status).toBe(201)
    etags.push((answer.headers.get('etag') ?? '').replaceAll('"', ''))
  }
  const end = (uploadedPartIds: string[]) =>
    call('POST', '/rest/videos?action=finalizeUpload', {
      finalizeUploadRequest: { video: value.video, uploadToken: '', uploadedPartIds },
    })
  expect((await end(etags.toReversed())).status).toBe(422)
  expect((await end(etags.slice(0, 1))).status).toBe(422)
  expect((await end(etags)).status).toBe(200)
  expect(
    (await call('POST', '/rest/posts', aPost({ content: { media: { id: value.video } } }))).status,
  ).toBe(201)
})

test('cuts a text off at an unescaped reserved character, but not at an escaped one or a hashtag', () => {
  expect(shownText('Rye (new)')).toBe('Rye ')
  expect(shownText('Rye \\(new\\) #bread')).toBe('Rye (new) #bread')
  expect(shownText('No # tag')).toBe('No ')
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../start-sandbox.ts'

let sandbox: Sandbox
let token: string
const all = ['tweet.read', 'tweet.write', 'users.read', 'media.write']

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.shortpost.posts.splice(0)
  sandbox.shortpost.rate.limit = 100
  sandbox.shortpost.rate.used.clear()
  token = sandbox.shortpost.giveTokens(undefined, all).accessToken
})

interface Body {
  data?: Record<string, unknown>
  title?: string
  detail?: string
  type?: string
  errors?: { message: string }[]
}

async function call(method: string, path: string, body?: unknown, bearer = token) {
  const form = body instanceof FormData
  const answer = await fetch(`${sandbox.url}/shortpost/2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}
const post = (body: unknown, bearer?: string) => call('POST', '/tweets', body, bearer)

test.each([
  [{ text: 'a', poll: {} }, 400],
  [{ text: '' }, 400],
  [{ text: 7 }, 400],
  [[], 400],
  [{ text: 'a', media: { media_ids: [] } }, 400],
  [{ text: 'a', media: { media_ids: ['1'] } }, 400],
  [{ text: 'a', media: {} }, 400],
  [{ text: 'a', reply: { in_reply_to_tweet_id: 'x' } }, 400],
  [{ text: 'a', reply: { in_reply_to_tweet_id: '1' } }, 403],
  [{ text: 'a'.repeat(281) }, 403],
  [{ text: '語'.repeat(141) }, 403],
])('rejects a post of %o as the network would and does not store it', async (body, status) => {
  const answer = await post(body)
  expect([answer.status, answer.body.title, typeof answer.body.detail]).toEqual([
    status,
    status === 400 ? 'Invalid Request' : 'Forbidden',
    'string',
  ])
  expect(sandbox.shortpost.posts).toEqual([])
})

test('counts a link of any length as 23 characters', async () => {
  const text = `${'a'.repeat(256)} https://example.com/${'b'.repeat(200)}`
  expect((await post({ text })).status).toBe(201)
  expect((await post({ text: `${text} c` })).status).toBe(403)
})

test('rejects a repeated text, and a token if it has expired or lacks the permission', async () => {
  expect((await post({ text: 'Bread' })).status).toBe(201)
  expect((await post({ text: 'Bread' })).body.detail).toContain('duplicate')
  const reader = sandbox.shortpost.giveTokens(undefined, ['tweet.read', 'users.read']).accessToken
  expect((await post({ text: 'Rolls' }, reader)).status).toBe(403)
  sandbox.shortpost.tokens.end(token, 'expired')
  const refused = await post({ text: 'Rolls' })
  expect([refused.status, refused.body]).toEqual([
    401,
    { title: 'Unauthorized', detail: 'Unauthorized', type: 'about:blank', status: 401 },
  ])
})

test('counts down in the rate headers and then rejects calls', async () => {
  sandbox.shortpost.rate.limit = 1
  const first = await post({ text: 'One' })
  expect(first.headers.get('x-rate-limit-remaining')).toBe('0')
  const second = await post({ text: 'Two' })
  expect([second.status, second.body.title]).toEqual([429, 'Too Many Requests'])
  expect(Number(second.headers.get('x-rate-limit-reset'))).toBeGreaterThan(Date.now() / 1_000 + 800)
})

test('assembles a file only if all its segments are present', async () => {
  const begin = (more: object = {}) =>
    call('POST', '/media/upload/initialize', {
      media_type: 'image/png',
      media_category: 'tweet_image',
      total_bytes: 6,
      ...more,
    })
  for (const wrong of [
    { media_type: 'image/avif' },
    { media_category: 'tweet_video' },
    { total_bytes: 0 },
  ]) {
    expect((await begin(wrong)).status).toBe(400)
  }
  const id = String((await begin()).body.data?.['id'])
  const segment = (index: number) => {
    const form = new FormData()
    form.set('segment_index', String(index))
    form.set('media', new Blob(['abc']))
    return call('POST', `/media/upload/${id}/append`, form)
  }
  await segment(1)
  expect((await call('POST', `/media/upload/${id}/finalize`)).status).toBe(400)
  expect((await post({ text: 'a', media: { media_ids: [id] } })).status).toBe(400)
  await segment(0)
  expect((await call('POST', `/media/upload/${id}/finalize`)).status).toBe(200)
  expect((await post({ text: 'a', media: { media_ids: [id] } })).status).toBe(201)
  const stranger = sandbox.shortpost.giveTokens('783214', all).accessToken
  expect((await post({ text: 'b', media: { media_ids: [id] } }, stranger)).status).toBe(400)
})

test('describes a picture of the account within the limit', async () => {
  const begun = await call('POST', '/media/upload/initialize', {
    media_type: 'image/png',
    media_category: 'tweet_image',
    total_bytes: 6,
  })
  const id = String(begun.body.data?.['id'])
  const describe = (text: unknown, bearer?: string) =>
    call('POST', '/media/metadata', { id, metadata: { alt_text: { text } } }, bearer)
  for (const wrong of ['', 7, 'a'.repeat(1_001)]) expect((await describe(wrong)).status).toBe(400)
  const stranger = sandbox.shortpost.giveTokens('783214', all).accessToken
  expect((await describe('A loaf', stranger)).status).toBe(404)
  expect((await describe('A loaf')).status).toBe(200)
  expect(sandbox.shortpost.media.get(id)?.altText).toBe('A loaf')
})

test('returns a post as the network stores it, with short links and escaped characters', async () => {
  await post({ text: 'Rye & rolls https://example.com/a' })
  const answer = await call('GET', '/users/2244994945/tweets?max_results=5&tweet.fields=entities')
  const [found] = answer.body.data as unknown as { text: string; entities: { urls: object[] } }[]
  expect(found?.text).toMatch(/^Rye &amp; rolls https:\/\/t\.co\/\w{10}$/)
  expect(found?.entities.urls).toMatchObject([{ expanded_url: 'https://example.com/a' }])
})

test('shows a post with its replies on the page', async () => {
  const { body } = await post({ text: 'Bread <b>' })
  await post({ text: 'Open at seven', reply: { in_reply_to_tweet_id: body.data?.['id'] } })
  const page = await (await fetch(`${sandbox.url}/shortpost`)).text()
  expect(page).toContain('Bread &lt;b&gt;')
  expect(page).toContain('Open at seven')
})

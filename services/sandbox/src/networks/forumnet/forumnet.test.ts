import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../../start-sandbox.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.forumnet.posts.splice(0)
  sandbox.forumnet.rate.used.clear()
})

const userAgent = 'web:atrium-test:v1 (by a test)'
async function call(
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const { accessToken } = sandbox.forumnet.giveTokens()
  const answer = await fetch(`${sandbox.url}/forumnet/oauth${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'user-agent': userAgent, ...headers },
    ...(form === undefined
      ? {}
      : { method: 'POST', body: new URLSearchParams({ api_type: 'json', ...form }) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object }
}
const submit = (more: Record<string, string>) =>
  call('/api/submit', { sr: 'bread', kind: 'self', title: 'A < B', text: 'C & D', ...more })
const listed = (code: string) => ({
  json: { errors: [[code, expect.any(String), expect.any(String)]] },
})

test.each([
  ['SUBREDDIT_REQUIRED', { sr: '' }],
  ['SUBREDDIT_NOEXIST', { sr: 'nowhere' }],
  ['SUBREDDIT_NOTALLOWED', { sr: 'members' }],
  ['INVALID_OPTION', { kind: 'poem' }],
  ['NO_TEXT', { title: '' }],
  ['TOO_LONG', { title: 'x'.repeat(301) }],
  ['TOO_LONG', { text: 'x'.repeat(40_001) }],
  ['NO_SELFS', { sr: 'linksonly' }],
  ['NO_URL', { kind: 'link' }],
  ['BAD_URL', { kind: 'link', url: 'nowhere' }],
  ['BAD_URL', { kind: 'image', url: 'https://example.com/a.png' }],
  ['SUBMIT_VALIDATION_FLAIR_REQUIRED', { sr: 'flaired' }],
])('rejects a post with %s for %j', async (code, more) => {
  expect(await submit(more)).toMatchObject({ status: 200, body: listed(code) })
  expect(sandbox.forumnet.posts).toEqual([])
})

test('accepts a link that was posted before only if the client confirms it', async () => {
  const link = { kind: 'link', url: 'https://example.com/a' }
  await submit(link)
  expect((await submit(link)).body).toMatchObject(listed('ALREADY_SUB'))
  await submit({ ...link, resubmit: 'true' })
  expect(sandbox.forumnet.posts).toHaveLength(2)
})

test('returns texts as HTML unless the client asks for raw text', async () => {
  await submit({})
  const read = async (query: string) =>
    JSON.stringify((await call(`/user/harbour_bakery/submitted${query}`)).body)
  expect(await read('')).toContain('A &lt; B')
  expect(await read('?raw_json=1')).toContain('A < B')
})

test('counts and reports the rate and refuses calls when it is used up', async () => {
  sandbox.forumnet.rate.limit = 2
  const counted = (await call('/api/v1/me')).headers
  expect([counted.get('x-ratelimit-used'), counted.get('x-ratelimit-remaining')]).toEqual([
    '1',
    '1.0',
  ])
  await call('/api/v1/me')
  expect((await call('/api/v1/me')).status).toBe(429)
  sandbox.forumnet.rate.limit = 1_000
})

test('rejects a library’s User-Agent, a foreign token and a missing permission', async () => {
  expect((await call('/api/v1/me', undefined, { 'user-agent': 'node' })).status).toBe(429)
  const stranger = await call('/api/v1/me', undefined, { authorization: 'Bearer nobody' })
  expect([stranger.status, stranger.body]).toEqual([401, { message: 'Unauthorized', error: 401 }])
  const { accessToken } = sandbox.forumnet.giveTokens('t2_1001', ['identity'])
  const short = await call('/user/harbour_bakery/submitted', undefined, {
    authorization: `Bearer ${accessToken}`,
  })
  expect([short.status, short.headers.get('www-authenticate')]).toEqual([
    403,
    expect.stringContaining('insufficient_scope'),
  ])
})

test('stores one file per lease if the fields come first', async () => {
  const form = { filepath: 'a.png', mimetype: 'image/png' }
  const { args } = (await call('/api/media/asset.json', form)).body as {
    args: { action: string; fields: { name: string; value: string }[] }
  }
  const send = (change: (data: FormData) => void) => {
    const data = new FormData()
    for (const { name, value } of args.fields) data.append(name, value)
    change(data)
    return fetch(`http:${args.action}`, { method: 'POST', body: data })
  }
  const file = new File(['pixels'], 'a.png', { type: 'image/png' })
  expect((await send((data) => data.delete('policy'))).status).toBe(403)
  expect((await send((data) => data.append('text', 'no file'))).status).toBe(400)
  expect((await send((data) => data.append('file', file))).status).toBe(201)
  expect((await send((data) => data.append('file', file))).status).toBe(403)
  const key = args.fields.find(({ name }) => name === 'key')?.value
  const url = `${sandbox.url}/forumnet/media/${key}`
  expect(await (await fetch(url)).text()).toBe('pixels')
  expect((await submit({ kind: 'video', url })).body).toMatchObject(listed('BAD_URL'))
  expect((await submit({ kind: 'image', url })).body).toMatchObject({ json: { errors: [] } })
})

test('shows forums, posts and comments in a browser and escapes text', async () => {
  await submit({ text: '<script>alert(1)</script>' })
  const name = sandbox.forumnet.posts[0]?.name ?? ''
  await call('/api/comment', { thing_id: name, text: 'Nice' })
  for (const path of [
    'r/bread',
    `r/bread/comments/${name.slice(3)}/`,
    'user/harbour_bakery/submitted/',
  ]) {
    const page = await (await fetch(`${sandbox.url}/forumnet/${path}`)).text()
    expect(page).toContain('A &lt; B')
    expect(page).toContain('Nice')
    expect(page).not.toContain('<script>')
  }
  expect(await (await fetch(`${sandbox.url}/forumnet`)).text()).toContain('r/bread')
  expect((await fetch(`${sandbox.url}/forumnet/r/nowhere`)).status).toBe(404)
})

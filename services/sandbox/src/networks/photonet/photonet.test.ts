import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../start-sandbox.ts'

let sandbox: Sandbox
let files: Server
let origin: string
const types: Readonly<Record<string, string>> = {
  '/a.jpg': 'image/jpeg',
  '/a.gif': 'image/gif',
  '/a.mp4': 'video/mp4',
}

beforeAll(async () => {
  sandbox = await startSandbox()
  files = createServer((request, response) => {
    const type = types[request.url ?? '']
    response
      .writeHead(type === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' })
      .end('bytes')
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
})
afterAll(async () => {
  await sandbox.stop()
  files.close()
})

const token = (permissions?: string[]) =>
  sandbox.photonet.giveToken({
    kind: 'page',
    pageId: '1001',
    ...(permissions ? { permissions } : {}),
  })

interface Answer {
  id?: string
  status_code?: string
  error?: Record<string, unknown>
}

async function call(
  method: string,
  path: string,
  body?: object,
  access_token = token(),
): Promise<{ status: number; body: Answer }> {
  const url = new URL(`${sandbox.url}/photonet/v25.0${path}`)
  if (body === undefined) url.searchParams.set('access_token', access_token)
  const answer = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : {
          body: JSON.stringify({ ...body, access_token }),
          headers: { 'content-type': 'application/json' },
        }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer }
}
const account = '/17841400001001'
const refusal = (code: number, subcode?: number) => ({
  status: 400,
  body: { error: { type: 'OAuthException', code, ...(subcode ? { error_subcode: subcode } : {}) } },
})

test.each([
  [{}, refusal(100)],
  [{ media_type: 'POSTER' }, refusal(100, 2207023)],
  [{ image_url: '/a.gif' }, refusal(36001, 2207005)],
  [{ image_url: '/missing.jpg' }, refusal(9004, 2207052)],
  [{ image_url: '/a.jpg', caption: 'x'.repeat(2_201) }, refusal(36004, 2207010)],
  [{ media_type: 'VIDEO', video_url: '/a.mp4' }, refusal(100)],
  [{ media_type: 'CAROUSEL', children: '1' }, refusal(100, 2207028)],
  [{ media_type: 'CAROUSEL', children: '1,2' }, refusal(24, 2207006)],
])('rejects a container of %j with the provider’s code', async (body, expected) => {
  const absolute = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      String(value).startsWith('/') ? origin + value : value,
    ]),
  )
  expect(await call('POST', `${account}/media`, absolute)).toMatchObject(expected)
})

test('publishes a container only once, only if it is ready, and only for its own account', async () => {
  sandbox.photonet.pollsUntilReady = 2
  const made = await call('POST', `${account}/media`, {
    media_type: 'REELS',
    video_url: `${origin}/a.mp4`,
  })
  const publish = (path: string, as = token()) =>
    call('POST', `${path}/media_publish`, { creation_id: made.body.id }, as)
  expect(await publish(account)).toMatchObject(refusal(9007, 2207027))
  const other = sandbox.photonet.giveToken({ kind: 'page', pageId: '1002' })
  expect(await publish('/17841400001002', other)).toMatchObject(refusal(24, 2207006))
  expect((await publish(account, other)).status).toBe(403)
  await expect
    .poll(async () => (await call('GET', `/${made.body.id}?fields=status_code`)).body.status_code)
    .toBe('FINISHED')
  expect((await publish(account)).status).toBe(200)
  expect(await publish(account)).toMatchObject(refusal(24, 2207006))
  expect((await call('GET', `/${made.body.id}?fields=status_code`)).body.status_code).toBe(
    'PUBLISHED',
  )
  expect(sandbox.photonet.accounts[0]?.posts).toHaveLength(1)
})

test('applies a fault that was set in a browser once', async () => {
  const form = new URLSearchParams({
    do: 'add',
    kind: 'status',
    status: '503',
    match: 'photonet GET',
  })
  await fetch(`${sandbox.url}/photonet/faults`, { method: 'POST', body: form })
  expect(await (await fetch(`${sandbox.url}/photonet`)).text()).toContain('photonet GET')
  expect((await call('GET', account)).status).toBe(503)
  expect((await call('GET', account)).status).toBe(200)
})

test('rejects a token if it is unknown, expired, revoked or without the permission', async () => {
  expect(await call('GET', account, undefined, 'nobody')).toMatchObject(refusal(190))
  expect(
    (await call('POST', `${account}/media`, {}, token(['instagram_basic']))).body.error,
  ).toMatchObject({
    code: 10,
  })
  const held = token()
  sandbox.photonet.revokeAll('expired')
  expect((await call('GET', account, undefined, held)).body.error).toMatchObject({
    code: 190,
    error_subcode: 463,
  })
  sandbox.photonet.revokeAll()
  expect((await call('GET', account, undefined, held)).body.error).toMatchObject({
    code: 190,
    error_subcode: 460,
  })
})

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createNetworkClient } from '../network/call-network.ts'
import { NetworkError } from '../network/network-error.ts'
import { createOAuth2Client, type OAuth2Settings } from './oauth2-client.ts'

interface Reply {
  status: number
  body: string
  headers?: Record<string, string>
}

const at = new Date('2026-03-01T12:00:00Z')
let reply: Reply | 'silence' = { status: 200, body: '{}' }
const asked: { headers: IncomingMessage['headers']; form: URLSearchParams }[] = []
let origin = ''

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  asked.push({ headers: request.headers, form: new URLSearchParams(text) })
  if (reply === 'silence') return
  response
    .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    .end(reply.body)
})

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => asked.splice(0))

const clientWith = (more: Partial<OAuth2Settings> = {}) =>
  createOAuth2Client(
    {
      clientId: 'an id:1',
      clientSecret: 'marked secret+7',
      clientAuthentication: 'form',
      dialogUrl: `${origin}/dialog?locale=en`,
      tokenUrl: `${origin}/token`,
      revokeUrl: `${origin}/revoke`,
      redirectUri: 'http://localhost:3000/api/connect/shortpost/callback?a=b c',
      scopes: ['read it', 'write'],
      ...more,
    },
    createNetworkClient(300),
    () => at,
  )
const answering = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body), headers }
}
const readRefusal = async (call: Promise<unknown>): Promise<NetworkError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof NetworkError)) throw new Error('no NetworkError was thrown')
  return error
}

test('builds the dialog URL with every parameter, spaces as %20 and the exact redirect URI', () => {
  const url = clientWith({ dialogParameters: { access_type: 'offline' } }).authorizeUrl({
    state: 'st+ate',
    challenge: 'cha',
  })
  expect(url.search).not.toContain('+')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    locale: 'en',
    response_type: 'code',
    client_id: 'an id:1',
    redirect_uri: 'http://localhost:3000/api/connect/shortpost/callback?a=b c',
    scope: 'read it write',
    access_type: 'offline',
    state: 'st+ate',
    code_challenge: 'cha',
    code_challenge_method: 'S256',
  })
  const plain = clientWith().authorizeUrl({ state: 's', challenge: undefined })
  expect(plain.searchParams.has('code_challenge_method')).toBe(false)
})

test('exchanges a code with its verifier and counts the expiry from now', async () => {
  answering(200, {
    access_token: 'at',
    refresh_token: 'rt',
    expires_in: 7200,
    scope: 'a,b c',
    token_type: 'bearer',
  })
  const grant = await clientWith().exchangeCode({ code: 'the-code', verifier: 'the-verifier' })
  expect(grant).toEqual({
    accessToken: 'at',
    refreshToken: 'rt',
    expiresAt: new Date('2026-03-01T14:00:00Z'),
    grantedScopes: ['a', 'b', 'c'],
  })
  expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: 'http://localhost:3000/api/connect/shortpost/callback?a=b c',
    code_verifier: 'the-verifier',
    client_id: 'an id:1',
    client_secret: 'marked secret+7',
  })
  expect(asked[0]?.headers.authorization).toBeUndefined()
})

test('form-encodes id and secret for Basic authentication and leaves them out of the body', async () => {
  answering(200, { access_token: 'at' })
  await clientWith({ clientAuthentication: 'basic' }).refresh('rt')
  const [, encoded] = (asked[0]?.headers.authorization ?? '').split(' ')
  expect(Buffer.from(encoded ?? '', 'base64').toString()).toBe('an+id%3A1:marked+secret%2B7')
  expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'rt',
  })
})

test.each([
  ['', undefined],
  [null, undefined],
  [7, undefined],
  ['next', 'next'],
])('reads the refresh token %j of a response as %j', async (sent, read) => {
  answering(200, { access_token: 'at', refresh_token: sent })
  expect((await clientWith().refresh('rt')).refreshToken).toBe(read)
})

test.each([
  [400, { error: 'invalid_grant', error_description: 'over' }, 'reconnect', true],
  [200, { error: 'invalid_grant' }, 'reconnect', true],
  [400, { error: 'invalid_request' }, 'blocked', false],
  [401, { error: 'invalid_client' }, 'blocked', false],
  [401, '', 'blocked', false],
  [400, { error: 400, message: 'Bad Request' }, 'blocked', false],
  [400, { error: 'temporarily_unavailable' }, 'retry', false],
  [503, { error: 'server_error' }, 'retry', false],
  [500, '<h1>broken</h1>', 'retry', false],
  [429, { error: 'slow_down' }, 'retry', false],
  [200, '<html>a portal</html>', 'retry', false],
  [200, { token: 'misplaced' }, 'retry', false],
  [302, '', 'retry', false],
] as const)(
  'classifies %i %j as follows when refreshing: %s',
  async (status, body, kind, tokenInvalid) => {
    answering(status, body)
    const error = await readRefusal(clientWith().refresh('rt'))
    expect({ kind: error.class, tokenInvalid: error.tokenInvalid }).toEqual({ kind, tokenInvalid })
  },
)

test("applies the network's own code for an expired refresh token to refreshes only, not to the exchange", async () => {
  const client = clientWith({ refusedRefreshCodes: ['invalid_request'] })
  answering(400, { error: 'invalid_request' })
  expect((await readRefusal(client.refresh('rt'))).tokenInvalid).toBe(true)
  expect(
    (await readRefusal(client.exchangeCode({ code: 'c', verifier: undefined }))).tokenInvalid,
  ).toBe(false)
})

test('reads the wait both as a number and as a date', async () => {
  answering(429, '', { 'retry-after': '17' })
  expect((await readRefusal(clientWith().refresh('rt'))).retryAfter).toBe(17)
  answering(503, '', { 'retry-after': 'Sun, 01 Mar 2026 12:01:00 GMT' })
  expect((await readRefusal(clientWith().refresh('rt'))).retryAfter).toBe(60)
})

test('classifies the error as retry if the network is silent or unreachable', async () => {
  reply = 'silence'
  expect((await readRefusal(clientWith().refresh('rt'))).class).toBe('retry')
  const nobody = clientWith({ tokenUrl: 'http://127.0.0.1:1/token' })
  expect((await readRefusal(nobody.refresh('rt'))).class).toBe('retry')
})

test('repeats no credential in an error message', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^[\w+/ =-]{6,40}$/),
      fc.string(),
      async (credential, words) => {
        const echo = `${words} ${credential} ${encodeURIComponent(credential)} marked secret+7`
        answering(400, { error: 'invalid_grant', error_description: echo })
        for (const call of [
          clientWith().refresh(credential),
          clientWith().exchangeCode({ code: credential, verifier: undefined }),
        ]) {
          const { message } = await readRefusal(call)
          expect(message).not.toContain('marked secret+7')
          expect(message.replace(words, '')).not.toContain(credential)
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('accepts an already expired token when revoking, but throws if the network is unavailable', async () => {
  answering(200, '')
  await clientWith().revoke('the-token', 'refresh_token')
  expect(asked[0]?.form.get('token')).toBe('the-token')
  expect(asked[0]?.form.get('token_type_hint')).toBe('refresh_token')
  answering(400, { error: 'invalid_token' })
  await clientWith().revoke('the-token', 'refresh_token')
  answering(503, '')
  expect((await readRefusal(clientWith().revoke('the-token', 'refresh_token'))).class).toBe('retry')
})

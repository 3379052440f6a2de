import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start-sandbox.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.stop())

const root = 'https://www.googleapis.com/auth'
async function read(path: string, scopes: string[], init: RequestInit = {}) {
  const { accessToken } = sandbox.mailbox.giveTokens(undefined, scopes)
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${sandbox.url}/mailbox${path}`, { headers, ...init })
  return { status: answer.status, body: (await answer.json()) as object }
}

test('returns the identity fields of the granted permissions', async () => {
  const path = '/api/oauth2/v3/userinfo'
  const sub = '104857600000000000001'
  expect((await read(path, ['openid'])).body).toEqual({ sub })
  expect((await read(path, ['openid', 'email', 'profile'])).body).toEqual({
    sub,
    email: 'bakery@example.com',
    email_verified: true,
    name: 'Harbour Bakery',
    picture: 'https://example.com/bakery.png',
  })
})

test('reads a mailbox only with its permission and otherwise refuses in the provider’s shape', async () => {
  const path = '/api/gmail/v1/users/me/profile'
  expect(await read(path, [`${root}/gmail.modify`])).toMatchObject({
    status: 200,
    body: { emailAddress: 'bakery@example.com' },
  })
  expect(await read(path, ['openid'])).toMatchObject({
    status: 403,
    body: { error: { status: 'PERMISSION_DENIED' } },
  })
  expect(await read(path, [], { headers: {} })).toMatchObject({
    status: 401,
    body: { error: { code: 401 } },
  })
})

test('lists a token’s permissions until it ends', async () => {
  const scopes = ['openid', `${root}/drive.readonly`]
  const post = { method: 'POST' }
  const { accessToken } = sandbox.mailbox.giveTokens(undefined, scopes)
  const headers = { authorization: `Bearer ${accessToken}` }
  const look = () => read('/tokeninfo', [], { ...post, headers })
  expect((await look()).body).toMatchObject({ scope: scopes.join(' '), aud: 'sandbox-app' })
  sandbox.mailbox.tokens.end(accessToken, 'revoked')
  expect(await look()).toMatchObject({ status: 400, body: { error: 'invalid_token' } })
})

test('rejects the provider’s invalid dialog requests and shows a page for valid ones', async () => {
  const dialog = (more: Record<string, string>) => {
    const asked = {
      client_id: 'sandbox-app',
      redirect_uri: 'http://localhost/back',
      state: 's',
      ...more,
    }
    const query = new URLSearchParams({ response_type: 'code', scope: 'openid', ...asked })
    return fetch(`${sandbox.url}/mailbox/o/oauth2/v2/auth?${query}`)
  }
  expect((await dialog({ access_type: 'offline', prompt: 'consent' })).status).toBe(200)
  for (const wrong of [
    { access_type: 'always' },
    { prompt: 'nicely' },
    { scope: 'everything' },
    { client_id: 'x' },
  ]) {
    expect([wrong, (await dialog(wrong as Record<string, string>)).status]).toEqual([wrong, 400])
  }
})

test('lets a user decide whether consents bring a refresh token', async () => {
  const flip = async () =>
    (await fetch(`${sandbox.url}/mailbox/refresh-tokens`, { method: 'POST' })).text()
  expect(await flip()).toContain('Consents bring no refresh token')
  expect(sandbox.mailbox.keepsRefreshTokens).toBe(true)
  expect(await flip()).toContain('Consents bring a refresh token')
})

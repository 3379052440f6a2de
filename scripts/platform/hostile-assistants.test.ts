import { request } from 'node:http'
import { Readable } from 'node:stream'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerRequest,
  connect,
  type Person,
  type Provider,
  signIn,
  signUpOwner,
} from './assistant.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
let url: string
let owner: Person
beforeAll(async () => {
  platform = await startTestPlatform()
  url = platform.baseUrl
  owner = await signUpOwner(url, 'owner')
})
afterAll(() => platform?.stop())

const accept = 'application/json, text/event-stream'
const post = (
  token: string | undefined,
  body: string | Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
) =>
  fetch(`${url}/api/mcp`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      accept,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  } as RequestInit)
const call = (token: string | undefined, name: string, given: object = {}) =>
  post(
    token,
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    }),
  )
const toToken = (provider: Provider): string => provider.seen.tokens?.access_token ?? ''
const form = (fields: Record<string, string>) =>
  fetch(`${url}/api/auth/oauth2/token`, { method: 'POST', body: new URLSearchParams(fields) })

/**
 * Sends endless spaces until the response arrives. Returns its status and the number of sent bytes.
 */
function sendEndlessly(token: string): Promise<{ status: number | undefined; sent: number }> {
  const chunk = Buffer.alloc(65_536, ' ')
  let sent = 0
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/mcp`, {
      method: 'POST',
      headers: { accept, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    const endless = new Readable({
      read() {
        sent += chunk.length
        this.push(chunk)
      },
    })
    sending.once('response', (response) => {
      endless.unpipe(sending).destroy()
      response.resume()
      sending.destroy()
      resolve({ status: response.statusCode, sent })
    })
    // The connection may break once the response has arrived.
    sending.on('error', reject)
    endless.pipe(sending)
  })
}

interface ToolResult {
  readonly result: {
    readonly isError?: boolean
    readonly content: readonly { readonly text: string }[]
  }
}
const readRefusal = async (response: Response): Promise<unknown> => {
  const { result } = (await response.json()) as ToolResult
  expect(result.isError).toBe(true)
  return JSON.parse(result.content[0]?.text ?? '')
}

test('says how to get a token if there is none', async () => {
  const cookieAlone = await owner.ask('POST', '/api/mcp', {}, { accept })
  const nobody = await call(undefined, 'whoami')
  for (const refused of [
    cookieAlone,
    nobody,
    await call('atm_nothing', 'whoami'),
    await call('atr_nothing', 'whoami'),
  ]) {
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain(
      `resource_metadata="${url}/.well-known/oauth-protected-resource/api/mcp"`,
    )
  }
  for (const path of ['', '/api/mcp']) {
    const document = await (
      await fetch(`${url}/.well-known/oauth-protected-resource${path}`)
    ).json()
    expect(document).toMatchObject({
      resource: `${url}/api/mcp`,
      scopes_supported: ['atrium:read', 'atrium:write'],
      bearer_methods_supported: ['header'],
    })
  }
  const server = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()
  expect(server).toMatchObject({
    scopes_supported: ['atrium:read', 'atrium:write'],
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint: `${url}/api/auth/oauth2/token`,
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  })
  expect(
    Object.keys(server as object).filter((name) => /dpop|introspection|alg/.test(name)),
  ).toEqual([])
})

test('refuses a page from a foreign origin even if its token is good', async () => {
  const token = toToken(await signIn(url, owner))
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  expect((await post(token, body, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(token, body, { origin: url })).status).toBe(200)
})

test('accepts a token only at /api/mcp and ignores what a client states about its principal', async () => {
  const token = toToken(await signIn(url, owner))
  for (const path of ['/api/tasks', '/api/me', '/api/mcp/grants', '/api/invoicing']) {
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { 'x-api-key': token },
      { 'x-atrium-assistant': token },
    ]) {
      expect(
        (await fetch(url + path, { headers: headers as Record<string, string> })).status,
        path,
      ).toBe(401)
    }
  }
})

const member = async (name: string): Promise<Person & { memberId: string }> => {
  const guest = await signUpOwner(url, name)
  const invited = await owner.ask('POST', '/api/auth/organization/invite-member', {
    email: guest.email,
    role: 'member',
    organizationId: owner.orgId,
  })
  const { id } = (await invited.json()) as { id: string }
  const accepted = await guest.ask('POST', '/api/auth/organization/accept-invitation', {
    invitationId: id,
  })
  const { member } = (await accepted.json()) as { member: { id: string } }
  return { ...guest, memberId: member.id }
}

describe('a grant', () => {
  test('limits a grant to reading from the next call on when it is narrowed, even with the old token', async () => {
    const person = await signUpOwner(url, 'narrower')
    const provider = await signIn(url, person)
    const token = toToken(provider)
    expect((await call(token, 'create_card', { title: 'Before' })).status).toBe(200)
    const { authorization = new URL(url) } = provider.seen
    await answerRequest(person, authorization, {
      accept: true,
      scope: 'atrium:read offline_access',
    })
    expect(await readRefusal(await call(token, 'create_card', { title: 'After' }))).toMatchObject({
      code: 'forbidden',
    })
    expect((await call(token, 'search_cards')).status).toBe(200)
  })

  test('follows the role of its user', async () => {
    const guest = await member('promoted')
    const token = toToken(await signIn(url, guest))
    const invite = () => call(token, 'call_operation', { operation: 'createOffer', arguments: {} })
    expect(await readRefusal(await invite())).toMatchObject({ code: 'forbidden' })
    const change = (role: string) =>
      owner.ask('POST', '/api/auth/organization/update-member-role', {
        memberId: guest.memberId,
        role,
        organizationId: owner.orgId,
      })
    expect((await change('admin')).status).toBe(200)
    expect(await readRefusal(await invite())).toMatchObject({ code: 'validation_failed' })
    expect((await change('member')).status).toBe(200)
    expect(await readRefusal(await invite())).toMatchObject({ code: 'forbidden' })
  })

  test('rejects every change with the code if the grant may only read', async () => {
    const token = toToken(await signIn(url, owner, 'atrium:read offline_access'))
    expect((await call(token, 'search_cards')).status).toBe(200)
    for (const refused of [
      await call(token, 'create_card', { title: 'x' }),
      await call(token, 'finalize_invoice', { id: 'inv_1' }),
      await call(token, 'call_operation', { operation: 'createSite', arguments: {} }),
      await call(token, 'upload_asset', { data: 'iVBORw0KGgo=' }),
    ]) {
      expect(await readRefusal(refused)).toMatchObject({ code: 'forbidden', status: 403 })
    }
  })

  test('rejects the next call when its user revokes the grant, and lets nobody else revoke it', async () => {
    const person = await signUpOwner(url, 'ender')
    const provider = await signIn(url, person)
    const { items } = (await (await person.ask('GET', '/api/mcp/grants')).json()) as {
      items: { id: string }[]
    }
    const address = `/api/mcp/grants/${items[0]?.id}`
    expect((await owner.ask('DELETE', address)).status).toBe(404)
    expect((await call(toToken(provider), 'whoami')).status).toBe(200)
    expect((await person.ask('DELETE', address)).status).toBe(204)
    expect((await call(toToken(provider), 'whoami')).status).toBe(401)
    expect((await person.ask('DELETE', address)).status).toBe(404)
    const renewed = await form({
      grant_type: 'refresh_token',
      refresh_token: provider.seen.tokens?.refresh_token ?? '',
      client_id: provider.seen.information?.client_id ?? '',
    })
    expect(renewed.status).toBe(400)
  })

  test('rejects the next call when its user is removed from the organisation', async () => {
    const guest = await member('guest')
    const token = toToken(await signIn(url, guest))
    const before = (await (await call(token, 'whoami')).json()) as {
      result: { structuredContent: unknown }
    }
    expect(before.result.structuredContent).toMatchObject({
      org: { id: owner.orgId, role: 'member' },
    })
    expect(
      await readRefusal(
        await call(token, 'create_invoice', { customerId: 'cus_1', offerId: 'off_1' }),
      ),
    ).toMatchObject({
      code: 'forbidden',
    })
    await owner.ask('POST', '/api/auth/organization/remove-member', {
      memberIdOrEmail: guest.email,
      organizationId: owner.orgId,
    })
    expect((await call(token, 'whoami')).status).toBe(401)
    expect(await (await guest.ask('GET', '/api/mcp/grants')).json()).toMatchObject({
      items: [],
      total: 0,
    })
  })

  test('keeps working when the browser session ends', async () => {
    const person = await signUpOwner(url, 'leaver')
    const provider = await signIn(url, person)
    expect((await person.ask('POST', '/api/auth/sign-out', {})).status).toBe(200)
    expect((await call(toToken(provider), 'whoami')).status).toBe(200)
    expect(await auth(provider, { serverUrl: `${url}/api/mcp` })).toBe('AUTHORIZED')
  })
})

test('revokes all tokens of a family if one refresh token is used twice', async () => {
  const provider = await signIn(url, await signUpOwner(url, 'reuse'))
  const client = { client_id: provider.seen.information?.client_id ?? '' }
  const renew = (refresh_token = '') =>
    form({ grant_type: 'refresh_token', refresh_token, ...client })
  const stolen = provider.seen.tokens?.refresh_token
  const second = (await (await renew(stolen)).json()) as {
    access_token: string
    refresh_token: string
  }
  expect((await call(second.access_token, 'whoami')).status).toBe(200)
  expect(await (await renew(stolen)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await call(second.access_token, 'whoami')).status).toBe(401)
  expect(await (await renew(second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('rotates tokens for a client that names its scopes at each renewal', async () => {
  const provider = await signIn(url, await signUpOwner(url, 'narrow'))
  const client = { client_id: provider.seen.information?.client_id ?? '' }
  const renew = (refresh_token: string) =>
    form({ grant_type: 'refresh_token', refresh_token, scope: 'atrium:read', ...client })
  const renewed = async (refresh_token = '') =>
    (await (await renew(refresh_token)).json()) as {
      access_token: string
      refresh_token: string
      scope: string
    }
  const first = await renewed(provider.seen.tokens?.refresh_token)
  expect(first.scope).toBe('atrium:read')
  const second = await renewed(first.refresh_token)
  expect(second.refresh_token).toMatch(/^atmr_/)
  expect(
    await readRefusal(await call(second.access_token, 'create_card', { title: 'x' })),
  ).toMatchObject({
    code: 'forbidden',
  })
  expect(await (await renew(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await call(second.access_token, 'whoami')).status).toBe(401)
  expect(await (await renew(second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
})

describe('hostile input', () => {
  let token: string
  beforeAll(async () => {
    token = toToken(await signIn(url, owner))
  })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  test.each([
    ['garbage', 'garbage', 400],
    ['nothing', '', 400],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400],
    ['no message', '{"a":1}', 400],
    ['an empty batch', '[]', 400],
    ['a batch of a thousand', JSON.stringify(Array.from({ length: 1_000 }, () => list)), 400],
    ['a thousand levels', '['.repeat(1_000) + ']'.repeat(1_000), 400],
    ['a million values', `[${'0,'.repeat(1_000_000)}0]`, 400],
    ['10 MB', JSON.stringify({ ...list, params: { x: 'x'.repeat(10_000_000) } }), 413],
  ])('refuses %s', async (_, body, status) => {
    expect((await post(token, body)).status).toBe(status)
  })

  test('refuses an endless stream at 8 MiB', async () => {
    const { status, sent } = await sendEndlessly(token)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 * 1_048_576)
  })

  test('returns ten responses to ten messages at once', async () => {
    const batch = Array.from({ length: 10 }, (_, id) => ({ ...list, id, method: 'ping' }))
    const answers = (await (await post(token, JSON.stringify(batch))).json()) as unknown[]
    expect(answers).toHaveLength(10)
  })

  test('refuses methods other than POST and returns a protocol error for an unknown tool', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(`${url}/api/mcp`, {
        method,
        headers: { accept, authorization: `Bearer ${token}` },
      })
      expect(answer.status, method).toBe(405)
    }
    expect(await (await call(token, 'no_such_tool')).json()).toMatchObject({
      error: { code: -32602 },
    })
  })

  test('names an argument if the tool does not have it or its type is wrong', async () => {
    const unknown = await readRefusal(
      await call(token, 'get_card', { id: 'task_1', orgId: 'org_2' }),
    )
    expect(unknown).toMatchObject({ code: 'validation_failed', errors: [{ path: 'orgId' }] })
    expect(await readRefusal(await call(token, 'get_card', {}))).toMatchObject({
      errors: [{ path: 'id' }],
    })
    expect(await readRefusal(await call(token, 'get_card', { id: '../../api/me' }))).toMatchObject({
      code: 'not_found',
    })
    expect(await readRefusal(await call(token, 'create_card', { title: 7 }))).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'title' }],
    })
    for (const operation of [
      'purgeOrg',
      'createAgentRun',
      'rotateWebhookSecret',
      'endMcpGrant',
      'listServiceStates',
      'constructor',
    ]) {
      expect(await readRefusal(await call(token, 'call_operation', { operation }))).toMatchObject({
        code: 'not_found',
      })
    }
  })

  test('refuses a file if its address leads to the organisation, and keeps the organisation', async () => {
    const given = { org: '..', visibility: 'orgs', key: owner.orgId }
    expect(
      await readRefusal(
        await call(token, 'call_operation', { operation: 'deleteAsset', arguments: given }),
      ),
    ).toMatchObject({ code: 'validation_failed' })
    expect((await owner.ask('GET', '/api/settings')).status).toBe(200)
  })

  test("does not find another organisation's cards", async () => {
    const other = await signUpOwner(url, 'other')
    const card = (await (
      await other.ask('POST', '/api/tasks', { title: 'Secret plan' })
    ).json()) as {
      id: string
    }
    expect(await readRefusal(await call(token, 'get_card', { id: card.id }))).toMatchObject({
      code: 'not_found',
    })
    const client = await connect(url, token)
    await expect(client.readResource({ uri: `atrium://cards/${card.id}` })).rejects.toThrow(
      'Document not found',
    )
    await client.close()
  })
})

test("logs no assistant's token, code or verifier", async () => {
  const provider = await signIn(url, owner)
  await call(toToken(provider), 'whoami')
  await call(toToken(provider), 'upload_asset', { data: 'iVBORw0KGgo=' })
  const registered = await fetch(`${url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: ['http://127.0.0.1:1/'],
      token_endpoint_auth_method: 'client_secret_post',
    }),
  })
  const { client_id, client_secret } = (await registered.json()) as Record<string, string>
  await form({
    grant_type: 'authorization_code',
    code: 'none',
    client_id: client_id ?? '',
    client_secret: client_secret ?? '',
  })
  const logged = platform.log.lines.join('\n')
  const { tokens, code } = provider.seen
  for (const secret of [
    tokens?.access_token,
    tokens?.refresh_token,
    code,
    provider.codeVerifier(),
    client_secret,
  ]) {
    expect(secret).toMatch(/^.{20,}$/)
    expect(logged).not.toContain(secret)
  }
  // The log has no principal token and no token for assistant calls. Both begin with this header.
  expect(logged).not.toContain(Buffer.from('{"alg":"HS256"').toString('base64url').slice(0, -1))
  const lines = platform.log.lines.map((line) => JSON.parse(line) as { level: number; msg: string })
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
})

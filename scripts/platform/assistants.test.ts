import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRequest, connect, oauthProvider, signIn, signUpOwner } from './assistant.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
let url: string
beforeAll(async () => {
  platform = await startTestPlatform()
  url = platform.baseUrl
})
afterAll(() => platform?.stop())

interface Result {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
}
const toAnswer = (result: unknown): Record<string, unknown> =>
  JSON.parse((result as Result).content[0]?.text ?? '') as Record<string, unknown>

test("lets the official client list and call tools with an organisation's API key", async () => {
  const ada = await signUpOwner(url, 'ada')
  const made = await ada.ask('POST', '/api/auth/api-key/create', { name: 'assistant' })
  const client = await connect(url, ((await made.json()) as { key: string }).key)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'upload_asset',
      'search_cards',
      'create_card',
      'create_post',
      'approve_post',
      'find_operation',
    ]),
  )
  const created = await client.callTool({
    name: 'create_card',
    arguments: { title: 'Call the printer' },
  })
  expect(created.isError).toBeUndefined()
  const found = await client.callTool({ name: 'search_cards', arguments: { q: 'printer' } })
  expect(found.structuredContent).toMatchObject({
    total: 1,
    items: [{ title: 'Call the printer', orgId: ada.orgId }],
  })
  const refused = await client.callTool({ name: 'get_card', arguments: { id: 'task_none' } })
  expect(refused).toMatchObject({ isError: true })
  expect(toAnswer(refused)).toMatchObject({ code: 'not_found' })
  await client.close()
})

test('lets the official client sign a user in by OAuth, act with their rights and renew its token', async () => {
  const bo = await signUpOwner(url, 'bo')
  const provider = await signIn(url, bo)
  expect(provider.seen.tokens).toMatchObject({
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'atrium:read atrium:write',
  })
  const client = await connect(url, provider)
  const me = await client.callTool({ name: 'whoami', arguments: {} })
  expect(me.structuredContent).toMatchObject({
    user: { email: bo.email },
    org: { id: bo.orgId, role: 'owner' },
    via: 'mcp',
  })
  const first = provider.seen.tokens
  expect(await auth(provider, { serverUrl: `${url}/api/mcp` })).toBe('AUTHORIZED')
  expect(provider.seen.tokens?.refresh_token).not.toBe(first?.refresh_token)
  expect(provider.seen.tokens?.access_token).not.toBe(first?.access_token)
  await client.close()

  const listed = (await (await bo.ask('GET', '/api/mcp/grants')).json()) as {
    items: { id: string }[]
  }
  expect(listed.items).toEqual([
    {
      id: expect.stringMatching(/^grt_/),
      client: { id: provider.seen.information?.client_id, name: 'Test assistant' },
      org: { id: bo.orgId, name: "bo's" },
      scopes: ['atrium:read', 'atrium:write'],
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    },
  ])
})

test('gives the client nothing if the user declines', async () => {
  const cy = await signUpOwner(url, 'cy')
  const provider = oauthProvider()
  await auth(provider, { serverUrl: `${url}/api/mcp` })
  const asked = provider.seen.authorization
  if (asked === undefined) throw new Error('nothing asked')
  const { next } = await answerRequest(cy, asked, { accept: false })
  expect(next.searchParams.get('error')).toBe('access_denied')
  expect(next.searchParams.get('code')).toBeNull()
  expect(await (await cy.ask('GET', '/api/mcp/grants')).json()).toMatchObject({
    items: [],
    total: 0,
  })
})

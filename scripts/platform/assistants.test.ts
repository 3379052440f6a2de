import { createClient } from '@atrium/sdk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform?.stop())

async function founder(name: string) {
  const atrium = createClient({ baseUrl: platform.baseUrl })
  const email = `${name}@example.com`
  await atrium.auth.signUp({ name, email, password: 'correct horse battery' })
  const org = await atrium.auth.createOrg({ name: `${name}'s`, slug: name })
  return { atrium, email, org }
}

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${platform.baseUrl}/api/mcp`), { requestInit }),
  )
  return client
}

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? ''

test('the official client lists and calls tools with an API key of the org', async () => {
  const { atrium, org } = await founder('ada')
  const { key } = await atrium.auth.createApiKey({ name: 'assistant' })
  const client = await connect(key)
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
  const created = await client.callTool({ name: 'create_card', arguments: { title: 'Call the printer' } })
  expect(created.isError).toBeUndefined()
  const found = await client.callTool({ name: 'search_cards', arguments: { q: 'printer' } })
  expect(found.structuredContent).toMatchObject({
    total: 1,
    items: [{ title: 'Call the printer', orgId: org.id }],
  })
  const refused = await client.callTool({ name: 'get_card', arguments: { id: 'task_none' } })
  expect(refused).toMatchObject({ isError: true })
  expect(JSON.parse(textOf(refused))).toMatchObject({ code: 'not_found' })
  await client.close()
})

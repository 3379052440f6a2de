import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectFineInEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

/** Starts a local assistant program that waits for the browser's redirect. */
async function startAssistant(url: string) {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://assistant')
    if (request.url?.startsWith('/callback') === true) answers.push(searchParams)
    response
      .setHeader('content-type', 'text/html')
      .end('<title>Back</title><h1>You can go back now</h1>')
  })
  const answers: URLSearchParams[] = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const seen: {
    information?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    page?: URL
    verifier?: string
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Deck Hand',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => seen.information,
    saveClientInformation: (information) => {
      seen.information = information
    },
    tokens: () => seen.tokens,
    saveTokens: (tokens) => {
      seen.tokens = tokens
    },
    redirectToAuthorization: (page) => {
      seen.page = page
    },
    saveCodeVerifier: (verifier) => {
      seen.verifier = verifier
    },
    codeVerifier: () => seen.verifier ?? '',
  }
  const serverUrl = `${url}/api/mcp`
  return {
    answers,
    /** Returns the URL that the assistant opens in the browser. */
    async begin(): Promise<string> {
      await auth(provider, { serverUrl })
      return seen.page?.href ?? ''
    },
    async connect(): Promise<Client> {
      await auth(provider, { serverUrl, authorizationCode: answers.at(-1)?.get('code') ?? '' })
      const client = new Client({ name: 'Deck Hand', version: '1' })
      await client.connect(
        new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }),
      )
      return client
    },
    stop: () => server.close(),
  }
}

test('lets a signed-out user sign in, allow an assistant, see its activity and disconnect it', async ({
  page,
  open,
  url,
}) => {
  const person = await signUp(page)
  const assistant = await startAssistant(url)
  try {
    const other = await open()
    await other.goto(await assistant.begin())
    await other.getByRole('link', { name: 'Sign in' }).click()
    await other.getByLabel('Email').fill(person.email)
    await other.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('heading', { name: 'Connect Deck Hand?' }).waitFor()
    expect(await other.getByRole('radio', { name: 'Read', exact: true }).isChecked()).toBe(true)
    await expectFineInEveryLook(other, 'consent')
    await other.getByRole('radio', { name: 'Read and change' }).check()
    await other.getByRole('button', { name: 'Allow', exact: true }).click()
    await other.getByRole('heading', { name: 'You can go back now' }).waitFor()

    const client = await assistant.connect()
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(25)
    await client.callTool({ name: 'create_card', arguments: { title: 'Splice the mainsheet' } })
    const customer = await client.callTool({
      name: 'create_customer',
      arguments: { name: 'Quay Books', email: 'books@quay.example' },
    })
    const { id } = customer.structuredContent as { id: string }
    await client.callTool({
      name: 'call_operation',
      arguments: { operation: 'deleteCustomer', arguments: { id } },
    })
    await page.goto('/board')
    await page.getByRole('button', { name: 'Splice the mainsheet' }).waitFor()

    // Services record their actions asynchronously.
    const recorded = async () =>
      (await callApi(page, 'GET', '/api/audit?action=customer.deleted')).body['items']
    await expect.poll(recorded).toHaveLength(1)
    await page.goto('/settings/assistants')
    await page.getByText('Deck Hand').waitFor()
    await page.getByText(/Deleted a customer/).waitFor()
    await page.getByText(/Reads and changes · Harbour Studio/).waitFor()
    await expectFineInEveryLook(page, 'settings-assistants')
    await page.getByRole('button', { name: 'Disconnect Deck Hand' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No assistant is connected').waitFor()
    await expect(client.callTool({ name: 'whoami', arguments: {} })).rejects.toThrow()
    await client.close()
  } finally {
    assistant.stop()
  }
})

test('tells the assistant when the user denies access, and rejects a request if its signature is forged', async ({
  page,
  url,
}) => {
  await signUp(page)
  const assistant = await startAssistant(url)
  try {
    await page.goto(await assistant.begin())
    await page.getByRole('button', { name: 'Do not allow' }).click()
    await page.getByRole('heading', { name: 'You can go back now' }).waitFor()
    expect(assistant.answers[0]?.get('error')).toBe('access_denied')
    expect(assistant.answers[0]?.get('code')).toBeNull()
    // The client exists, but the request's signature is forged.
    await page.goto(await assistant.begin())
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
    const forged = new URL(page.url())
    const request = new URLSearchParams(forged.searchParams.get('request') ?? '')
    request.set('sig', 'x')
    forged.searchParams.set('request', request.toString())
    await page.goto(forged.href)
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByRole('alert').waitFor()
    expect(assistant.answers).toHaveLength(1)
  } finally {
    assistant.stop()
  }
  await page.goto('/consent')
  await page.getByRole('heading', { name: 'There is nothing to approve' }).waitFor()
  const framed = await page.request.get('/consent?sig=x')
  expect(framed.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
})

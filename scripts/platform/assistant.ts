import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'

/** A user's browser without pages. It keeps one origin's cookies and follows no redirect. */
export interface Person {
  readonly email: string
  readonly orgId: string
  ask(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Response>
}

let serial = 0

/** Signs up a new organisation's owner. */
export async function signUpOwner(baseUrl: string, name: string): Promise<Person> {
  const cookies = new Map<string, string>()
  const ask: Person['ask'] = async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      redirect: 'manual',
      headers: {
        origin: baseUrl,
        cookie: [...cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(key, value)
    }
    return response
  }
  serial += 1
  const email = `${name}${serial}@example.com`
  await ask('POST', '/api/auth/sign-up/email', { name, email, password: 'correct horse battery' })
  const slug = `${name}-${serial}`
  const created = await ask('POST', '/api/auth/organization/create', { name: `${name}'s`, slug })
  const { id } = (await created.json()) as { id: string }
  return { email, orgId: id, ask }
}

/**
 * Reads an assistant's request as the user and responds to it. Returns the browser's next address.
 */
export async function answerRequest(
  person: Person,
  authorization: URL,
  answer: { readonly accept: boolean; readonly scope?: string },
): Promise<{ readonly next: URL; readonly query: string }> {
  const shown = await person.ask('GET', `${authorization.pathname}${authorization.search}`)
  const page = shown.headers.get('location')
  if (shown.status !== 302 || page === null)
    throw new Error(`${shown.status} ${await shown.text()}`)
  const query = new URL(page).search.slice(1)
  const answered = await person.ask('POST', '/api/auth/oauth2/consent', {
    ...answer,
    oauth_query: query,
  })
  if (!answered.ok) throw new Error(`${answered.status} ${await answered.text()}`)
  const { url } = (await answered.json()) as { url: string }
  return { next: new URL(url), query }
}

export interface Provider extends OAuthClientProvider {
  readonly seen: {
    authorization?: URL
    code?: string
    tokens?: OAuthTokens
    information?: OAuthClientInformationMixed
  }
}

export function oauthProvider(
  redirectUrl = 'http://127.0.0.1:33418/callback',
  scope?: string,
): Provider {
  const seen: Provider['seen'] = {}
  let verifier = ''
  return {
    seen,
    redirectUrl,
    clientMetadata: {
      client_name: 'Test assistant',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope === undefined ? {} : { scope }),
    },
    state: () => 'state-of-the-client',
    clientInformation: () => seen.information,
    saveClientInformation(information) {
      seen.information = information
    },
    tokens: () => seen.tokens,
    saveTokens(tokens) {
      seen.tokens = tokens
    },
    redirectToAuthorization(url) {
      seen.authorization = url
    },
    saveCodeVerifier(value) {
      verifier = value
    },
    codeVerifier: () => verifier,
  }
}

/**
 * Takes a client through the whole flow with the user's consent. `scope` is what the user allows.
 */
export async function signIn(
  baseUrl: string,
  person: Person,
  scope = 'atrium:read atrium:write offline_access',
): Promise<Provider> {
  const provider = oauthProvider()
  const serverUrl = `${baseUrl}/api/mcp`
  await auth(provider, { serverUrl })
  const { authorization } = provider.seen
  if (authorization === undefined) throw new Error('The client asked for no authorization')
  const { next } = await answerRequest(person, authorization, { accept: true, scope })
  const code = next.searchParams.get('code') ?? ''
  provider.seen.code = code
  await auth(provider, { serverUrl, authorizationCode: code })
  return provider
}

/** Connects the official client with a provider or with a fixed token. */
export async function connect(baseUrl: string, by: Provider | string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const options =
    typeof by === 'string'
      ? { requestInit: { headers: { authorization: `Bearer ${by}` } } }
      : { authProvider: by }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/api/mcp`), options))
  return client
}

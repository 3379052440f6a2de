import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const clientId = 'a client:of connect'
/** Contains characters that HTTP Basic must encode (RFC 6749, 2.3.1). */
export const clientSecret = 'marked secret/with+signs%of:all&kinds=+'
const person = 'person-1'

/** A certified authorization server, and the only network route that connecting calls. */
export interface AuthorizationServer {
  dialogUrl: string
  tokenUrl: string
  apiUrl: string
  readonly asked: { authorization: string | undefined; fields: string[] }[]
  readonly given: Set<string>
  revokeGrants(): Promise<void>
  isLive(token: string): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Starts `oidc-provider` with its own sign-in and consent pages, mandatory PKCE and rotating
 * refresh tokens.
 */
export async function startAuthorizationServer(redirectUri: string): Promise<AuthorizationServer> {
  const grants = new Set<string>()
  const given = new Set<string>()
  const asked: AuthorizationServer['asked'] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
        response_types: ['code'],
        scope: 'tweet.read tweet.write users.read media.write offline.access',
      },
    ],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    features: { revocation: { enabled: true }, devInteractions: { enabled: true } },
    pkce: { required: () => true },
    issueRefreshToken: () => true,
    rotateRefreshToken: () => true,
    routes: { authorization: '/authorize', token: '/oauth2/token', revocation: '/oauth2/revoke' },
    ttl: {
      AccessToken: 3_600,
      Grant: 86_400,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 600,
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  })
  provider.on('grant.success', (ctx) => {
    const { access_token, refresh_token } = ctx.body as Record<string, string>
    for (const token of [access_token, refresh_token]) if (token) given.add(token)
    asked.push({
      authorization: ctx.get('authorization').split(' ')[0],
      fields: Object.keys(ctx.oidc.body ?? {}).sort(),
    })
  })
  provider.on('grant.saved', (grant) => void grants.add(grant.jti))
  const handle = provider.callback()
  const userInfo = async (authorization: string, response: ServerResponse) => {
    const token = await provider.AccessToken.find(authorization.replace(/^Bearer /, ''))
    response.writeHead(token === undefined ? 401 : 200, { 'content-type': 'application/json' })
    const data = { id: token?.accountId, name: 'Certified person', username: 'certified' }
    response.end(JSON.stringify(token === undefined ? { title: 'Unauthorized' } : { data }))
  }
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/2/')) void userInfo(request.headers.authorization ?? '', response)
    else void handle(request, response)
  })
  return {
    dialogUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/oauth2/token`,
    apiUrl: `${origin}/2`,
    asked,
    given,
    async revokeGrants() {
      for (const id of grants) await (await provider.Grant.find(id))?.destroy()
    },
    async isLive(token) {
      const refresh = await provider.RefreshToken.find(token)
      const found = refresh?.isValid ? refresh : await provider.AccessToken.find(token)
      if (found === undefined) return false
      return (await provider.Grant.find(found.grantId ?? '')) !== undefined
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Goes through the server's pages like a browser: signs in, then grants or aborts. Returns the URL
 * that the browser is redirected to, or the refusal that the server shows instead.
 */
export async function throughPages(
  dialog: URL,
  decision: 'approve' | 'deny' = 'approve',
): Promise<{ back: URL } | { refused: string }> {
  const cookies = new Map<string, string>()
  const visit = async (url: URL, form?: URLSearchParams): Promise<Response> => {
    const answer = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
  let url = dialog
  let answer = await visit(url)
  for (let step = 0; step < 12; step += 1) {
    const location = answer.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      if (url.origin !== dialog.origin) return { back: url }
      answer = await visit(url)
      continue
    }
    const shown = await answer.text()
    if (answer.status !== 200) return { refused: shown }
    const prompt = /name="prompt" value="(\w+)"/.exec(shown)?.[1]
    if (prompt === undefined) throw new Error(`an unknown page: ${shown.slice(0, 500)}`)
    if (prompt === 'consent' && decision === 'deny') {
      answer = await visit(new URL(`${url.pathname}/abort`, url))
    } else {
      answer = await visit(url, new URLSearchParams({ prompt, login: person, password: 'any' }))
    }
  }
  throw new Error('the pages do not end')
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NetworkClient } from '../src/network/call-network.ts'
import { NetworkError } from '../src/network/network-error.ts'
import { createOAuth2Client } from '../src/providers/oauth2-client.ts'
import type { Provider } from '../src/providers/provider.ts'

interface Refusal {
  status: number
  body: string
}

/**
 * A fake network with a token endpoint that rotates refresh tokens, refuses used ones and can fail.
 */
export interface TokenNetwork {
  /** In order. */
  readonly refreshes: string[]
  readonly revoked: string[]
  readonly published: string[]
  /** Access tokens that posting refuses although they are still valid. */
  readonly refused: Set<string>
  readonly given: Set<string>
  /** The response to all further calls. If undefined, the network responds normally. */
  failure: Refusal | 'cut' | undefined
  /** True if a response contains a new refresh token, else an empty one. */
  rotates: boolean
  delayMs: number
  lifetimeSeconds: number
  give(): { accessToken: string; refreshToken: string }
  provider(client: NetworkClient, now: () => Date): Provider
  stop(): Promise<void>
}

export const networkSecret = 'marked-network-secret-77ab'

export async function startTokenNetwork(): Promise<TokenNetwork> {
  const live = new Set<string>()
  let serial = 0
  const network: TokenNetwork = {
    refreshes: [],
    revoked: [],
    published: [],
    refused: new Set(),
    given: new Set(),
    failure: undefined,
    rotates: true,
    delayMs: 0,
    lifetimeSeconds: 3_600,
    give() {
      serial += 1
      const pair = {
        accessToken: `marked-access-${serial}-0123456789`,
        refreshToken: `marked-refresh-${serial}-0123456789`,
      }
      live.add(pair.refreshToken)
      network.given.add(pair.accessToken).add(pair.refreshToken)
      return pair
    },
    provider: (client, now) => {
      const oauth2 = createOAuth2Client(
        {
          clientId: 'client',
          clientSecret: networkSecret,
          clientAuthentication: 'basic',
          dialogUrl: `${origin}/authorize`,
          tokenUrl: `${origin}/token`,
          revokeUrl: `${origin}/revoke`,
          redirectUri: 'http://localhost:3000/api/connect/pronet/callback',
          scopes: ['post'],
        },
        client,
        now,
      )
      return {
        network: 'pronet',
        pkce: true,
        scopes: ['post'],
        authorizeUrl: oauth2.authorizeUrl,
        exchangeCode: oauth2.exchangeCode,
        refresh: oauth2.refresh,
        revoke: ({ accessToken, refreshToken }) =>
          oauth2.revoke(
            refreshToken ?? accessToken,
            refreshToken ? 'refresh_token' : 'access_token',
          ),
        accounts: async (grant) => ({
          accounts: [{ ...grant, id: '77', name: 'Ours', pictureUrl: null }],
        }),
        publish: async ({ accessToken }) => {
          network.published.push(accessToken)
          if (!network.refused.has(accessToken))
            return { externalId: `post-${serial}`, externalUrl: null }
          throw new NetworkError('reconnect', 'Not this one', { tokenInvalid: true })
        },
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
    const form = new URLSearchParams(text)
    const token = form.get('refresh_token') ?? form.get('token') ?? ''
    if (request.url === '/revoke') network.revoked.push(token)
    else network.refreshes.push(token)
    if (network.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, network.delayMs))
    const { failure } = network
    if (failure === 'cut') return void request.socket.destroy()
    const answer = (status: number, body: string) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    if (failure !== undefined) return answer(failure.status, failure.body)
    if (request.url === '/revoke') return answer(200, '')
    if (network.rotates ? !live.delete(token) : !live.has(token)) {
      return answer(
        400,
        JSON.stringify({ error: 'invalid_grant', error_description: `${token} is over` }),
      )
    }
    const fresh = network.give()
    answer(
      200,
      JSON.stringify({
        access_token: fresh.accessToken,
        refresh_token: network.rotates ? fresh.refreshToken : '',
        expires_in: network.lifetimeSeconds,
        token_type: 'bearer',
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return network
}

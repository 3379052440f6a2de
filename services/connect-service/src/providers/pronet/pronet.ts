import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import type { NetworkApp } from '../network-app.ts'
import { createOAuth2Client } from '../oauth2-client.ts'
import type { Provider } from '../provider.ts'
import { requireScopes } from '../require-scopes.ts'
import { introspectWith } from './introspect.ts'
import { createPronetApi } from './pronet-client.ts'
import { pronetPublishing } from './publish.ts'

export interface PronetSettings extends NetworkApp {
  /** How long uploads of one post may take before the next attempt goes on; 40 s when not said. */
  publishMs?: number | undefined
}

/** Who it is, and posting as that member. */
export const pronetScopes = ['openid', 'profile', 'w_member_social'] as const

// Within the minute that the caller waits for an answer.
const defaultPublishMs = 40_000

const Member = z.looseObject({
  sub: z.coerce.string().min(1),
  name: z.string().nullish(),
  picture: z.string().optional().catch(undefined),
})

/** The professional network. It takes no PKCE from web apps, and gives refresh tokens to some apps only. */
export function createPronet(settings: PronetSettings, client: NetworkClient, now: () => Date): Provider {
  const tokenUrl = settings.tokenUrl ?? 'https://www.linkedin.com/oauth/v2/accessToken'
  const { clientId, clientSecret } = settings
  const oauth = createOAuth2Client(
    {
      clientId,
      clientSecret,
      clientAuthentication: 'form',
      dialogUrl: settings.dialogUrl ?? 'https://www.linkedin.com/oauth/v2/authorization',
      tokenUrl,
      revokeUrl: new URL('revoke', tokenUrl).href,
      redirectUri: settings.redirectUri,
      scopes: pronetScopes,
      refusedRefreshCodes: ['invalid_request'],
    },
    client,
    now,
  )
  // Two bases stand below one origin; an override may name either of them, or the origin.
  const apiUrl = (settings.apiUrl ?? 'https://api.linkedin.com').replace(/\/(?:rest|v2)$/, '')
  const api = createPronetApi(client, apiUrl, [clientSecret], now)

  return {
    network: 'pronet',
    pkce: false,
    scopes: pronetScopes,
    authorizeUrl: oauth.authorizeUrl,
    async exchangeCode(input) {
      return requireScopes(await oauth.exchangeCode(input), ['w_member_social'])
    },
    async accounts(grant) {
      const answer = await api({ method: 'GET', path: '/v2/userinfo', token: grant.accessToken })
      const member = Member.safeParse(answer.json)
      if (!member.success) {
        throw new NetworkError({ class: 'retry', message: 'The network did not say who this is' })
      }
      const { sub, name, picture } = member.data
      return { accounts: [{ ...grant, id: sub, name: name ?? sub, pictureUrl: picture ?? null }] }
    },
    refresh: oauth.refresh,
    revoke: ({ accessToken }) => oauth.revoke(accessToken, 'access_token'),
    introspect: introspectWith(
      client,
      { clientId, clientSecret, url: new URL('introspectToken', tokenUrl), scopes: pronetScopes },
      now,
    ),
    ...pronetPublishing(api, settings.publishMs ?? defaultPublishMs, now),
  }
}

import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import type { NetworkApp } from '../network-app.ts'
import { createOAuth2Client } from '../oauth2-client.ts'
import type { NoteUsage, Provider } from '../provider.ts'
import { requireScopes } from '../require-scopes.ts'
import { shortpostPublishing } from './publish.ts'
import { createShortpostApi } from './shortpost-client.ts'

export interface ShortpostSettings extends NetworkApp {
  /** How long uploads of one post may take before the next attempt goes on; 40 s when not said. */
  publishMs?: number | undefined
}

/** Posts, the account behind them, uploads, and a refresh token. */
export const shortpostScopes = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'media.write',
  'offline.access',
] as const

// Within the minute that the caller waits for an answer.
const defaultPublishMs = 40_000

const Me = z.looseObject({
  data: z.looseObject({
    id: z.coerce.string().min(1),
    name: z.string().nullish(),
    username: z.string().nullish(),
    profile_image_url: z.string().optional().catch(undefined),
  }),
})

/** The short-post network: PKCE, HTTP Basic at the token endpoint, access tokens of two hours, rotating refreshes. */
export function createShortpost(
  settings: ShortpostSettings,
  client: NetworkClient,
  noteUsage: NoteUsage,
  now: () => Date,
): Provider {
  const apiUrl = settings.apiUrl ?? 'https://api.x.com/2'
  const tokenUrl = settings.tokenUrl ?? `${apiUrl}/oauth2/token`
  const { clientId, clientSecret } = settings
  const oauth = createOAuth2Client(
    {
      clientId,
      clientSecret,
      clientAuthentication: 'basic',
      dialogUrl: settings.dialogUrl ?? 'https://x.com/i/oauth2/authorize',
      tokenUrl,
      revokeUrl: new URL('revoke', tokenUrl).href,
      redirectUri: settings.redirectUri,
      scopes: shortpostScopes,
      // What the network says of a refresh token that was used before.
      refusedRefreshCodes: ['invalid_request'],
    },
    client,
    now,
  )
  const api = createShortpostApi(client, apiUrl, [clientSecret], noteUsage, now)

  return {
    network: 'shortpost',
    pkce: true,
    scopes: shortpostScopes,
    authorizeUrl: oauth.authorizeUrl,
    async exchangeCode(input) {
      return requireScopes(await oauth.exchangeCode(input), ['tweet.write'])
    },
    async accounts(grant) {
      const { data } = await api({
        method: 'GET',
        path: '/users/me',
        token: grant.accessToken,
        query: { 'user.fields': 'profile_image_url' },
        schema: Me,
      })
      const name = data.name ?? data.username ?? data.id
      return { accounts: [{ ...grant, id: data.id, name, pictureUrl: data.profile_image_url ?? null }] }
    },
    refresh: oauth.refresh,
    async revoke({ accessToken, refreshToken }) {
      if (refreshToken !== undefined) await oauth.revoke(refreshToken, 'refresh_token')
      await oauth.revoke(accessToken, 'access_token')
    },
    ...shortpostPublishing(api, settings.publishMs ?? defaultPublishMs, now),
  }
}

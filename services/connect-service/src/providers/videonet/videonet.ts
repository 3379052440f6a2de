import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { createOAuth2Client } from '../oauth2-client.ts'
import type { Accounts, Grant, Provider } from '../provider.ts'
import { requireScopes } from '../require-scopes.ts'
import { videonetPublishing } from './publish.ts'
import { videoUploads } from './upload-session.ts'
import { createVideonetApi } from './videonet-api.ts'

export interface VideonetSettings {
  clientId: string
  clientSecret: string
  redirectUri: string
  dialogUrl?: string | undefined
  tokenUrl?: string | undefined
  /** The API base, version included; uploads go to `/upload` before it. */
  apiUrl?: string | undefined
  /** Milliseconds that one attempt at a post may take. */
  publishMs?: number | undefined
}

const scopeRoot = 'https://www.googleapis.com/auth'

/** Uploading, and what comments and the channel's own videos need. */
export const videonetScopes = [`${scopeRoot}/youtube.upload`, `${scopeRoot}/youtube.force-ssl`] as const

// With one chunk and one question after it still below the minute that callers wait.
const defaultPublishMs = 25_000

const Channels = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string().min(1),
        snippet: z.looseObject({
          title: z.string().catch('Channel'),
          thumbnails: z
            .looseObject({ default: z.looseObject({ url: z.string() }) })
            .optional()
            .catch(undefined),
        }),
      }),
    )
    .default([]),
})
const TokenInfo = z.looseObject({ scope: z.string().default('') })

/** The video platform. */
export function createVideonet(settings: VideonetSettings, client: NetworkClient, now: () => Date): Provider {
  const tokenUrl = settings.tokenUrl ?? 'https://oauth2.googleapis.com/token'
  const api = createVideonetApi(client, settings.apiUrl ?? 'https://www.googleapis.com/youtube/v3', now)
  const oauth = createOAuth2Client(
    {
      clientId: settings.clientId,
      clientSecret: settings.clientSecret,
      clientAuthentication: 'form',
      dialogUrl: settings.dialogUrl ?? 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl,
      revokeUrl: new URL('revoke', tokenUrl).href,
      redirectUri: settings.redirectUri,
      scopes: videonetScopes,
      // Without `consent` a second connect brings no refresh token.
      dialogParameters: { access_type: 'offline', prompt: 'consent' },
    },
    client,
    now,
  )
  return {
    network: 'videonet',
    pkce: true,
    scopes: videonetScopes,
    authorizeUrl: oauth.authorizeUrl,
    exchangeCode: async (input) => requireScopes(await oauth.exchangeCode(input), videonetScopes.slice(0, 1)),
    refresh: oauth.refresh,
    revoke: ({ accessToken, refreshToken }) =>
      refreshToken === undefined
        ? oauth.revoke(accessToken, 'access_token')
        : oauth.revoke(refreshToken, 'refresh_token'),
    async accounts(grant: Grant): Promise<Accounts> {
      const { items } = await api.call({
        method: 'GET',
        path: '/channels',
        token: grant.accessToken,
        query: { part: 'snippet', mine: 'true' },
        schema: Channels,
      })
      const accounts = items.map(({ id, snippet }) => ({
        ...grant,
        id,
        name: snippet.title,
        pictureUrl: snippet.thumbnails?.default.url ?? null,
      }))
      if (accounts.length > 0) return { accounts }
      return { accounts, reason: 'This account has no channel: create one at the network and connect again' }
    },
    async introspect({ accessToken }) {
      // A POST, which takes the token in a header: addresses are logged on the way.
      const url = new URL('tokeninfo', tokenUrl)
      const headers = { authorization: `Bearer ${accessToken}` }
      const answer = await client.call({ method: 'POST', url, headers, body: new URLSearchParams() })
      const info = TokenInfo.safeParse(answer.json)
      const refused = answer.status === 400 || answer.status === 401
      if (!refused && (answer.status !== 200 || !info.success)) {
        throw new NetworkError({ class: 'retry', message: `The network answered ${answer.status}` })
      }
      const granted = !refused && info.success ? info.data.scope.split(' ').filter(Boolean) : []
      return {
        valid: !refused,
        missingScopes: videonetScopes.filter((scope) => !granted.includes(scope)),
        granular_scopes: granted.map((scope) => ({ scope })),
      }
    },
    ...videonetPublishing(api, videoUploads(api), settings.publishMs ?? defaultPublishMs, now),
  }
}

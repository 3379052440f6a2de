import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { createOAuth2Client } from '../oauth2-client.ts'
import type { NoteUsage, Provider } from '../provider.ts'
import { requireScopes } from '../require-scopes.ts'
import { createForumApi } from './forum-client.ts'
import { forumnetPublishing } from './publish.ts'
import { createUploadMedia } from './upload-media.ts'

export interface ForumnetSettings {
  clientId: string
  clientSecret: string
  redirectUri: string
  dialogUrl?: string | undefined
  tokenUrl?: string | undefined
  apiUrl?: string | undefined
  /** Milliseconds that one post with a file may take. */
  publishMs?: number | undefined
}

// With what is read back afterwards still below the minute that callers wait.
const defaultPublishMs = 25_000

/** Who it is, posts and comments, reading them back, and the list of the account's own posts. */
export const forumnetScopes = ['identity', 'submit', 'read', 'history'] as const
// Without the others it posts all the same; what is uncertain then stays so.
const neededScopes = ['identity', 'submit'] as const

const Me = z.looseObject({
  name: z.string().min(1),
  icon_img: z.string().nullish(),
  is_suspended: z.boolean().nullish(),
})

/** The forum network: PKCE, and HTTP Basic at the token endpoint (docs/reference/channels.md). */
export function createForumnet(
  settings: ForumnetSettings,
  client: NetworkClient,
  noteUsage: NoteUsage,
  now: () => Date,
): Provider {
  // An override may name the origin or the version below it, where some of the paths stand.
  const apiUrl = (settings.apiUrl ?? 'https://oauth.reddit.com').replace(/\/api\/v1$/, '')
  const tokenUrl = settings.tokenUrl ?? 'https://www.reddit.com/api/v1/access_token'
  const { clientId, clientSecret } = settings
  // A name that is ours alone: those of HTTP libraries are held to a fraction of the rate.
  const userAgent = `web:atrium-connect:v1 (client ${clientId})`
  const oauth = createOAuth2Client(
    {
      clientId,
      clientSecret,
      clientAuthentication: 'basic',
      dialogUrl: settings.dialogUrl ?? 'https://www.reddit.com/api/v1/authorize',
      tokenUrl,
      revokeUrl: new URL('revoke_token', tokenUrl).href,
      redirectUri: settings.redirectUri,
      scopes: forumnetScopes,
      // Without it there is no refresh token.
      dialogParameters: { duration: 'permanent' },
      headers: { 'user-agent': userAgent },
      // A refresh token that is over is a bare "Bad Request" here.
      refusedRefreshCodes: ['400'],
    },
    client,
    now,
  )
  const api = createForumApi(client, { apiUrl, userAgent, secrets: [clientSecret] }, noteUsage, now)

  return {
    network: 'forumnet',
    pkce: true,
    scopes: forumnetScopes,
    authorizeUrl: oauth.authorizeUrl,
    exchangeCode: async (input) => requireScopes(await oauth.exchangeCode(input), neededScopes),
    async accounts(grant) {
      const me = await api({ path: '/api/v1/me', token: grant.accessToken, schema: Me })
      if (me.is_suspended) {
        throw new NetworkError({ class: 'blocked', message: `The account ${me.name} is suspended` })
      }
      // The name is what the network's addresses take, and it is never given to anybody else.
      // The network writes its texts for a page, addresses included.
      const pictureUrl = me.icon_img?.replaceAll('&amp;', '&') || null
      return { accounts: [{ ...grant, id: me.name, name: `u/${me.name}`, pictureUrl }] }
    },
    refresh: oauth.refresh,
    async revoke({ accessToken, refreshToken }) {
      // Ending the refresh token ends the access tokens that came of it.
      if (refreshToken === undefined) await oauth.revoke(accessToken, 'access_token')
      else await oauth.revoke(refreshToken, 'refresh_token')
    },
    ...forumnetPublishing(
      api,
      createUploadMedia(client, api, apiUrl),
      settings.publishMs ?? defaultPublishMs,
      now,
    ),
  }
}

import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { defineProvider } from '../define-provider.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { requireScopes } from '../oauth2-answer.ts'
import { createOAuth2Client, revokeGrant } from '../oauth2-client.ts'
import { createForumApi } from './forum-api.ts'
import { forumnetPublishing } from './publish.ts'
import { createUploadMedia } from './upload-media.ts'

// With what is read back afterwards still below the minute that callers wait.
const defaultPublishMs = 25_000

/** Who it is, posts and comments, reading them back, and the list of the account's own posts. */
const scopes = ['identity', 'submit', 'read', 'history']
// Without the others it posts all the same; what is uncertain then stays so.
const neededScopes = ['identity', 'submit']

const Me = z.looseObject({
  name: z.string().min(1),
  icon_img: z.string().nullish(),
  is_suspended: z.boolean().nullish(),
})

/** The forum network: PKCE, and HTTP Basic at the token endpoint (docs/reference/channels.md). */
export const forumnet = defineProvider({
  network: 'forumnet',
  variables: appVariables('FORUMNET', 'forum network'),
  integration: appIntegration('FORUMNET'),
  create(config, { publishMs = defaultPublishMs, ...deps }) {
    const app = networkApp(config, 'FORUMNET')
    // An override may name the origin or the version below it, where some of the paths stand.
    const apiUrl = (app.apiUrl ?? 'https://oauth.reddit.com').replace(/\/api\/v1$/, '')
    const tokenUrl = app.tokenUrl ?? 'https://www.reddit.com/api/v1/access_token'
    // A name that is ours alone: those of HTTP libraries are held to a fraction of the rate.
    const userAgent = `web:atrium-connect:v1 (client ${app.clientId})`
    const oauth = createOAuth2Client(
      {
        ...app,
        clientAuthentication: 'basic',
        dialogUrl: app.dialogUrl ?? 'https://www.reddit.com/api/v1/authorize',
        tokenUrl,
        revokeUrl: new URL('revoke_token', tokenUrl).href,
        scopes,
        // Without it there is no refresh token.
        dialogParameters: { duration: 'permanent' },
        headers: { 'user-agent': userAgent },
        // A refresh token that is over is a bare "Bad Request" here.
        refusedRefreshCodes: ['400'],
      },
      deps.client,
      deps.now,
    )
    const api = createForumApi({ baseUrl: apiUrl, userAgent, secrets: [app.clientSecret] }, deps)
    return {
      pkce: true,
      scopes,
      authorizeUrl: oauth.authorizeUrl,
      exchangeCode: async (input) => requireScopes(await oauth.exchangeCode(input), neededScopes),
      async accounts(grant) {
        const me = await api({ path: '/api/v1/me', token: grant.accessToken, schema: Me })
        if (me.is_suspended) {
          throw new NetworkError('blocked', `The account ${me.name} is suspended`)
        }
        // The network writes its texts for a page, addresses included.
        const pictureUrl = me.icon_img?.replaceAll('&amp;', '&') || null
        // The name is what the network's addresses take, and it is never given to anybody else.
        return { accounts: [{ ...grant, id: me.name, name: `u/${me.name}`, pictureUrl }] }
      },
      refresh: oauth.refresh,
      revoke: (tokens) => revokeGrant(oauth, tokens),
      ...forumnetPublishing(api, createUploadMedia(deps.client, api, apiUrl), publishMs, deps.now),
    }
  },
})

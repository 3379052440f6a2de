import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { defineProvider } from '../define-provider.ts'
import { Figure, toFigures } from '../figure.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { codeGrant } from '../oauth2-client.ts'
import { createForumApi } from './forum-api.ts'
import { forumnetPublishing } from './publish.ts'

const Me = z.object({
  name: z.string().min(1),
  icon_img: z.string().nullish(),
  is_suspended: z.boolean().nullish(),
})
const Profile = z.object({ subreddit: z.object({ subscribers: Figure }).nullish().catch(null) })

const Info = z.object({
  data: z.object({
    children: z.array(
      // A score may be negative.
      z.object({ data: z.object({ score: z.number().int().nullish(), num_comments: Figure }) }),
    ),
  }),
})

export const forumnet = defineProvider({
  network: 'forumnet',
  variables: appVariables('FORUMNET', 'forum network'),
  integration: appIntegration('FORUMNET'),
  publishMs: 25_000,
  create(config, deps) {
    const app = networkApp(config, 'FORUMNET', {
      apiUrl: 'https://oauth.reddit.com',
      dialogUrl: 'https://www.reddit.com/api/v1/authorize',
      tokenUrl: 'https://www.reddit.com/api/v1/access_token',
    })
    // An override may be the origin or include the API version, but some paths are not below the
    // version.
    const baseUrl = app.apiUrl.replace(/\/api\/v1$/, '')
    // A custom user agent, because the network limits the default names of HTTP libraries to a
    // fraction of the rate.
    const userAgent = `web:atrium-connect:v1 (client ${app.clientId})`
    const api = createForumApi({ baseUrl, userAgent, secrets: [app.clientSecret] }, deps)
    return {
      ...codeGrant(
        {
          ...app,
          pkce: true,
          clientAuthentication: 'basic',
          scopes: ['identity', 'submit', 'read', 'history'],
          // Posting works without the other scopes, but then an unconfirmed post cannot be looked
          // up.
          required: ['identity', 'submit'],
          revokePath: 'revoke_token',
          // Without this parameter the network issues no refresh token.
          dialogParameters: { duration: 'permanent' },
          headers: { 'user-agent': userAgent },
          // The network reports an expired refresh token as a plain "Bad Request".
          refusedRefreshCodes: ['400'],
        },
        deps,
      ),
      async accounts(grant) {
        const me = await api({ path: '/api/v1/me', by: grant, schema: Me })
        if (me.is_suspended)
          throw new NetworkError('blocked', `The account ${me.name} is suspended`)
        // The network HTML-escapes its texts, including URLs.
        const pictureUrl = me.icon_img?.replaceAll('&amp;', '&') || null
        // The network's URLs use the name, and the network never reassigns a name.
        return { accounts: [{ ...grant, id: me.name, name: `u/${me.name}`, pictureUrl }] }
      },
      reading: {
        async audience(by) {
          const { subreddit } = await api({ path: '/api/v1/me', by, schema: Profile })
          return toFigures({ followers: subreddit?.subscribers })
        },
      },
      async readFigures(by, externalId) {
        const { data } = await api({
          path: '/api/info',
          by,
          query: { id: externalId },
          schema: Info,
        })
        const [post] = data.children
        if (post === undefined) throw new NetworkError('blocked', 'The post is no longer available')
        return [
          ['score', post.data.score],
          ['comments', post.data.num_comments],
        ]
      },
      ...forumnetPublishing(api, baseUrl, deps),
    }
  },
})

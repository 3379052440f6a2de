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
/** Of the account's own profile. */
const Profile = z.object({ subreddit: z.object({ subscribers: Figure }).nullish().catch(null) })

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
    // An override may name the origin or the version below it, where some of the paths stand.
    const baseUrl = app.apiUrl.replace(/\/api\/v1$/, '')
    // A name of our own: the network holds those of HTTP libraries to a fraction of the rate.
    const userAgent = `web:atrium-connect:v1 (client ${app.clientId})`
    const api = createForumApi({ baseUrl, userAgent, secrets: [app.clientSecret] }, deps)
    return {
      ...codeGrant(
        {
          ...app,
          pkce: true,
          clientAuthentication: 'basic',
          scopes: ['identity', 'submit', 'read', 'history'],
          // Posting works without the others; an uncertain post then stays so.
          required: ['identity', 'submit'],
          revokePath: 'revoke_token',
          // Without it there is no refresh token.
          dialogParameters: { duration: 'permanent' },
          headers: { 'user-agent': userAgent },
          // An ended refresh token is a bare "Bad Request" here.
          refusedRefreshCodes: ['400'],
        },
        deps,
      ),
      async accounts(grant) {
        const me = await api({ path: '/api/v1/me', by: grant, schema: Me })
        if (me.is_suspended)
          throw new NetworkError('blocked', `The account ${me.name} is suspended`)
        // The network writes its texts for a page, addresses included.
        const pictureUrl = me.icon_img?.replaceAll('&amp;', '&') || null
        // The network's addresses take the name, which it never gives to another account.
        return { accounts: [{ ...grant, id: me.name, name: `u/${me.name}`, pictureUrl }] }
      },
      reading: {
        async audience(by) {
          const { subreddit } = await api({ path: '/api/v1/me', by, schema: Profile })
          return toFigures({ followers: subreddit?.subscribers })
        },
      },
      ...forumnetPublishing(api, baseUrl, deps),
    }
  },
})

import { z } from 'zod'
import { createApi } from '../api.ts'
import { defineProvider } from '../define-provider.ts'
import { Figure, toFigures } from '../figure.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { codeGrant } from '../oauth2-client.ts'
import { shortpostPublishing } from './publish.ts'
import { rateReset, shortpostError } from './shortpost-error.ts'

const Me = z.object({
  data: z.object({
    id: z.coerce.string().min(1),
    name: z.string().nullish(),
    username: z.string().nullish(),
    profile_image_url: z.string().optional().catch(undefined),
  }),
})

const Metrics = z.object({ followers_count: Figure, following_count: Figure, tweet_count: Figure })
const Measured = z.object({
  data: z.object({ public_metrics: Metrics.optional().catch(undefined) }),
})

const MeasuredPost = z.object({
  data: z.object({
    public_metrics: z
      .object({
        impression_count: Figure,
        like_count: Figure,
        reply_count: Figure,
        retweet_count: Figure,
        quote_count: Figure,
      })
      .nullish()
      .catch(null),
  }),
})

/**
 * The short-post network. Access tokens expire after two hours, and each refresh rotates the
 * refresh token.
 */
export const shortpost = defineProvider({
  network: 'shortpost',
  variables: appVariables('SHORTPOST', 'short-post network'),
  integration: appIntegration('SHORTPOST'),
  publishMs: 40_000,
  create(config, deps) {
    const app = networkApp(config, 'SHORTPOST', {
      apiUrl: 'https://api.x.com/2',
      dialogUrl: 'https://x.com/i/oauth2/authorize',
      tokenUrl: (apiUrl) => `${apiUrl}/oauth2/token`,
    })
    const api = createApi(
      {
        baseUrl: app.apiUrl,
        secrets: [app.clientSecret],
        errorOf: shortpostError,
        // After the last post of a window every replica waits for the next window, so no post is
        // refused.
        usageOf(answer, { creates, error, now }) {
          const seconds = creates && error === undefined ? rateReset(answer, now) : undefined
          return seconds === undefined ? undefined : { percent: 100, regainMinutes: seconds / 60 }
        },
      },
      deps,
    )
    return {
      ...codeGrant(
        {
          ...app,
          pkce: true,
          clientAuthentication: 'basic',
          scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
          required: ['tweet.write'],
          revokes: 'each',
          // The network sends this code if a refresh token was used before.
          refusedRefreshCodes: ['invalid_request'],
        },
        deps,
      ),
      async accounts(grant) {
        const query = { 'user.fields': 'profile_image_url' }
        const { data } = await api({ path: '/users/me', by: grant, query, schema: Me })
        const name = data.name ?? data.username ?? data.id
        return {
          accounts: [{ ...grant, id: data.id, name, pictureUrl: data.profile_image_url ?? null }],
        }
      },
      reading: {
        async audience(by) {
          const query = { 'user.fields': 'public_metrics' }
          const { data } = await api({ path: '/users/me', by, query, schema: Measured })
          const {
            followers_count: followers,
            following_count: following,
            tweet_count: posts,
          } = data.public_metrics ?? {}
          return toFigures({ followers, following, posts })
        },
      },
      async readFigures(by, externalId) {
        const path = `/tweets/${encodeURIComponent(externalId)}`
        const query = { 'tweet.fields': 'public_metrics' }
        const { data } = await api({ path, by, query, schema: MeasuredPost })
        const counts = data.public_metrics
        return [
          ['views', counts?.impression_count],
          ['likes', counts?.like_count],
          ['comments', counts?.reply_count],
          ['shares', counts?.retweet_count],
          ['quotes', counts?.quote_count],
        ]
      },
      ...shortpostPublishing(api, deps),
    }
  },
})

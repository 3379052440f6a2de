import { z } from 'zod'
import { createApi } from '../api.ts'
import { defineProvider } from '../define-provider.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { requireScopes } from '../oauth2-answer.ts'
import { createOAuth2Client } from '../oauth2-client.ts'
import { shortpostPublishing } from './publish.ts'
import { rateReset, shortpostError } from './shortpost-error.ts'

/** Posts, the account behind them, uploads, and a refresh token. */
const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']

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
export const shortpost = defineProvider({
  network: 'shortpost',
  variables: appVariables('SHORTPOST', 'short-post network'),
  integration: appIntegration('SHORTPOST'),
  create(config, { publishMs = defaultPublishMs, ...deps }) {
    const app = networkApp(config, 'SHORTPOST')
    const apiUrl = app.apiUrl ?? 'https://api.x.com/2'
    const tokenUrl = app.tokenUrl ?? `${apiUrl}/oauth2/token`
    const oauth = createOAuth2Client(
      {
        ...app,
        clientAuthentication: 'basic',
        dialogUrl: app.dialogUrl ?? 'https://x.com/i/oauth2/authorize',
        tokenUrl,
        revokeUrl: new URL('revoke', tokenUrl).href,
        scopes,
        // What the network says of a refresh token that was used before.
        refusedRefreshCodes: ['invalid_request'],
      },
      deps.client,
      deps.now,
    )
    const api = createApi(
      {
        baseUrl: apiUrl,
        secrets: [app.clientSecret],
        errorOf: shortpostError,
        // The last post of a window: every replica waits for the next one instead of being refused.
        usageOf(answer, _, error, now) {
          const seconds = error === undefined ? rateReset(answer, now) : undefined
          return seconds === undefined ? undefined : { percent: 100, regainMinutes: seconds / 60 }
        },
      },
      deps,
    )
    return {
      pkce: true,
      scopes,
      authorizeUrl: oauth.authorizeUrl,
      exchangeCode: async (input) => requireScopes(await oauth.exchangeCode(input), ['tweet.write']),
      async accounts(grant) {
        const query = { 'user.fields': 'profile_image_url' }
        const { data } = await api({ path: '/users/me', token: grant.accessToken, query, schema: Me })
        const name = data.name ?? data.username ?? data.id
        return { accounts: [{ ...grant, id: data.id, name, pictureUrl: data.profile_image_url ?? null }] }
      },
      refresh: oauth.refresh,
      async revoke({ accessToken, refreshToken }) {
        if (refreshToken !== undefined) await oauth.revoke(refreshToken, 'refresh_token')
        await oauth.revoke(accessToken, 'access_token')
      },
      ...shortpostPublishing(api, publishMs, deps.now),
    }
  },
})

import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { defineProvider } from '../define-provider.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { requireScopes } from '../oauth2-answer.ts'
import { createOAuth2Client } from '../oauth2-client.ts'
import { introspectWith } from './introspect.ts'
import { createPronetApi } from './pronet-api.ts'
import { pronetPublishing } from './publish.ts'

/** Who it is, and posting as that member. */
const scopes = ['openid', 'profile', 'w_member_social']

// Within the minute that the caller waits for an answer.
const defaultPublishMs = 40_000

const Member = z.looseObject({
  sub: z.coerce.string().min(1),
  name: z.string().nullish(),
  picture: z.string().optional().catch(undefined),
})

/** The professional network. It takes no PKCE from web apps, and gives refresh tokens to some apps only. */
export const pronet = defineProvider({
  network: 'pronet',
  variables: appVariables('PRONET', 'professional network'),
  integration: appIntegration('PRONET'),
  create(config, { publishMs = defaultPublishMs, ...deps }) {
    const app = networkApp(config, 'PRONET')
    const tokenUrl = app.tokenUrl ?? 'https://www.linkedin.com/oauth/v2/accessToken'
    const oauth = createOAuth2Client(
      {
        ...app,
        clientAuthentication: 'form',
        dialogUrl: app.dialogUrl ?? 'https://www.linkedin.com/oauth/v2/authorization',
        tokenUrl,
        revokeUrl: new URL('revoke', tokenUrl).href,
        scopes,
        refusedRefreshCodes: ['invalid_request'],
      },
      deps.client,
      deps.now,
    )
    // Two bases stand below one origin; an override may name either of them, or the origin.
    const apiUrl = (app.apiUrl ?? 'https://api.linkedin.com').replace(/\/(?:rest|v2)$/, '')
    const api = createPronetApi(apiUrl, [app.clientSecret], deps)
    return {
      pkce: false,
      scopes,
      authorizeUrl: oauth.authorizeUrl,
      exchangeCode: async (input) => requireScopes(await oauth.exchangeCode(input), ['w_member_social']),
      async accounts(grant) {
        const member = Member.safeParse(
          (await api.answer({ path: '/v2/userinfo', token: grant.accessToken })).json,
        )
        if (!member.success) {
          throw new NetworkError('retry', 'The network did not say who this is')
        }
        const { sub, name, picture } = member.data
        return { accounts: [{ ...grant, id: sub, name: name ?? sub, pictureUrl: picture ?? null }] }
      },
      refresh: oauth.refresh,
      revoke: ({ accessToken }) => oauth.revoke(accessToken, 'access_token'),
      introspect: introspectWith({ ...app, url: new URL('introspectToken', tokenUrl), scopes }, deps),
      ...pronetPublishing(api, publishMs, deps.now),
    }
  },
})

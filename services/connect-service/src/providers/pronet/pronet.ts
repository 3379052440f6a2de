import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { readAnswer } from '../../network/read-answer.ts'
import { defineProvider } from '../define-provider.ts'
import { scopesAnswer } from '../introspection.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { codeGrant } from '../oauth2-client.ts'
import { createPronetApi } from './pronet-api.ts'
import { pronetError } from './pronet-error.ts'
import { pronetPublishing } from './publish.ts'

const scopes = ['openid', 'profile', 'w_member_social']

const Member = z.object({
  sub: z.coerce.string().min(1),
  name: z.string().nullish(),
  picture: z.string().optional().catch(undefined),
})
const TokenInfo = z.object({ active: z.boolean(), scope: z.string().default('').catch('') })

/**
 * The professional network. It supports no PKCE for web apps and issues refresh tokens only to some
 * apps.
 */
export const pronet = defineProvider({
  network: 'pronet',
  variables: appVariables('PRONET', 'professional network'),
  integration: appIntegration('PRONET'),
  publishMs: 40_000,
  create(config, deps) {
    const app = networkApp(config, 'PRONET', {
      apiUrl: 'https://api.linkedin.com',
      dialogUrl: 'https://www.linkedin.com/oauth/v2/authorization',
      tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    })
    const { clientId, clientSecret, apiUrl, tokenUrl } = app
    // Two base paths share one origin. An override may be the origin or either base path.
    const api = createPronetApi(apiUrl.replace(/\/(?:rest|v2)$/, ''), [clientSecret], deps)
    return {
      ...codeGrant(
        {
          ...app,
          pkce: false,
          clientAuthentication: 'form',
          scopes,
          required: ['w_member_social'],
          revokes: 'access',
          refusedRefreshCodes: ['invalid_request'],
        },
        deps,
      ),
      async accounts(grant) {
        const { sub, name, picture } = await api({
          path: '/v2/userinfo',
          by: grant,
          schema: Member,
        })
        return { accounts: [{ ...grant, id: sub, name: name ?? sub, pictureUrl: picture ?? null }] }
      },
      async introspect({ accessToken: token }) {
        const url = new URL('introspectToken', tokenUrl)
        const body = new URLSearchParams({
          client_id: clientId,
          client_secret: clientSecret,
          token,
        })
        const answer = await deps.client.call({ method: 'POST', url, body })
        const error = pronetError(answer, {
          creates: false,
          secrets: [token, clientSecret],
          now: deps.now(),
        })
        // A 401 here concerns the app. A successful response says if the token is valid.
        const message = 'The network refuses this installation’s app'
        if (error?.tokenInvalid) throw new NetworkError('blocked', message, { code: 401 })
        if (error !== undefined) throw error
        const { active, scope } = readAnswer(TokenInfo, answer.json)
        return scopesAnswer(active, scope, scopes)
      },
      ...pronetPublishing(api, deps),
    }
  },
})

import { z } from 'zod'
import { type ProviderDeps, withQuery } from '../api.ts'
import type { NetworkApp } from '../network-app.ts'
import { tokenAnswer } from '../oauth2-answer.ts'
import type { Grant, Provider } from '../provider.ts'
import { createGraph } from './graph-client.ts'
import { graphError } from './graph-error.ts'

/** Pinned, so a new API version cannot change how publishing works (docs/reference/channels.md). */
const graphVersion = 'v25.0'

export const graphEndpoints = {
  apiUrl: `https://graph.facebook.com/${graphVersion}`,
  dialogUrl: `https://www.facebook.com/${graphVersion}/dialog/oauth`,
  tokenUrl: (apiUrl: string) => `${apiUrl}/oauth/access_token`,
}

const texts = z.array(z.coerce.string())
const identifier = z.coerce.string().min(1).nullish().catch(undefined)
const Debug = z.looseObject({
  data: z.looseObject({
    type: z.string().optional().catch(undefined),
    /** The user, or the Page if the token belongs to a Page. */
    user_id: identifier,
    profile_id: identifier,
    is_valid: z.boolean().catch(true),
    expires_at: z.coerce.number().catch(0),
    scopes: texts.catch([]),
    granular_scopes: z
      .array(z.looseObject({ scope: z.string(), target_ids: texts.optional().catch(undefined) }))
      .catch([]),
  }),
})

export type TokenFacts = z.output<typeof Debug>['data']
/** Reads the network's facts about a token with the app's credentials (`GET /debug_token`). */
export type DebugToken = (token: string) => Promise<TokenFacts>

/**
 * Creates one app of the graph API family: its API, consent dialog, tokens and introspection. If
 * `loginConfigId` is set, the login configuration defines the permissions and no scopes are
 * requested.
 */
export function createGraphApp(
  app: NetworkApp & { loginConfigId: string | undefined },
  scopes: readonly string[],
  deps: ProviderDeps,
) {
  const { apiUrl, tokenUrl, clientId, clientSecret, redirectUri } = app
  const graph = createGraph(apiUrl, [clientSecret], deps)
  const debug: DebugToken = async (token) => {
    const by = { accessToken: `${clientId}|${clientSecret}` }
    const query = { input_token: token }
    return (await graph({ path: '/debug_token', by, query, schema: Debug })).data
  }
  const askToken = async (query: Record<string, string>): Promise<Grant> => {
    const url = withQuery(tokenUrl, { client_id: clientId, client_secret: clientSecret, ...query })
    const answer = await deps.client.call({ method: 'GET', url })
    const secrets = [clientSecret, ...Object.values(query)]
    const error = graphError(answer, { creates: false, secrets, now: deps.now() })
    if (error !== undefined) throw error
    const { accessToken, expiresAt } = tokenAnswer(answer, deps.now())
    return { accessToken, expiresAt }
  }
  const longLived = (token: string) =>
    askToken({ grant_type: 'fb_exchange_token', fb_exchange_token: token })
  const signIn: Pick<Provider, 'pkce' | 'authorizeUrl' | 'exchangeCode' | 'introspect'> = {
    pkce: false,
    authorizeUrl({ state, further = [] }) {
      const scope = [...scopes, ...further].join(',')
      const asked = app.loginConfigId ? { config_id: app.loginConfigId } : { scope }
      const query = {
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        ...asked,
      }
      return withQuery(app.dialogUrl, query)
    },
    async exchangeCode({ code }) {
      const short = await askToken({ redirect_uri: redirectUri, code })
      return longLived(short.accessToken)
    },
    async introspect({ accessToken }, further = []) {
      const data = await debug(accessToken)
      // The network still lists the scopes of a revoked token.
      const granted = data.is_valid ? data.scopes : []
      return {
        valid: data.is_valid,
        missingScopes: [...scopes, ...further].filter((scope) => !granted.includes(scope)),
        granular_scopes: data.granular_scopes,
      }
    },
  }
  return { graph, debug, longLived, signIn }
}

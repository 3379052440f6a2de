import { z } from 'zod'
import type { Api, ProviderDeps } from '../api.ts'
import type { NetworkApp } from '../network-app.ts'
import { tokenAnswer } from '../oauth2-answer.ts'
import type { Grant, Provider } from '../provider.ts'
import { createGraph } from './graph-client.ts'
import { graphError } from './graph-error.ts'

/** Pinned, so that a new version of the network cannot change publishing (docs/reference/channels.md). */
const graphVersion = 'v25.0'

/** The addresses of the graph API's family. */
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
    /** The person, and of a Page's token the Page. */
    user_id: identifier,
    profile_id: identifier,
    is_valid: z.boolean().catch(true),
    /** In seconds, 0 for never. */
    expires_at: z.coerce.number().catch(0),
    scopes: texts.catch([]),
    granular_scopes: z
      .array(z.looseObject({ scope: z.string(), target_ids: texts.optional().catch(undefined) }))
      .catch([]),
  }),
})

export type TokenFacts = z.output<typeof Debug>['data']
/** The network's facts about a token, read as the app (`GET /debug_token`). */
export type DebugToken = (token: string) => Promise<TokenFacts>

/** One app of the graph API's family: its API, its dialog, its tokens and their introspection. */
export interface GraphApp {
  graph: Api
  debug: DebugToken
  /** The long-lived form of a person's token. */
  longLived(token: string): Promise<Grant>
  signIn: { pkce: false } & Required<Pick<Provider, 'authorizeUrl' | 'exchangeCode' | 'introspect'>>
}

/** With `loginConfigId` the login configuration owns the permissions, and no scopes are asked for. */
export function createGraphApp(
  app: NetworkApp & { loginConfigId: string | undefined },
  scopes: readonly string[],
  deps: ProviderDeps,
): GraphApp {
  const { apiUrl, tokenUrl, clientId, clientSecret, redirectUri } = app
  const graph = createGraph(apiUrl, [clientSecret], deps)
  const debug: DebugToken = async (token) => {
    const by = { accessToken: `${clientId}|${clientSecret}` }
    const query = { input_token: token }
    return (await graph({ path: '/debug_token', by, query, schema: Debug })).data
  }
  const askToken = async (query: Record<string, string>): Promise<Grant> => {
    const url = new URL(tokenUrl)
    const asked = { client_id: clientId, client_secret: clientSecret, ...query }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    const answer = await deps.client.call({ method: 'GET', url })
    const error = graphError(answer, {
      creates: false,
      secrets: [clientSecret, ...Object.values(query)],
      now: deps.now(),
    })
    if (error !== undefined) throw error
    const { accessToken, expiresAt } = tokenAnswer(answer, deps.now())
    return { accessToken, expiresAt }
  }
  const longLived = (token: string) => askToken({ grant_type: 'fb_exchange_token', fb_exchange_token: token })
  return {
    graph,
    debug,
    longLived,
    signIn: {
      pkce: false,
      authorizeUrl({ state, further = [] }) {
        const url = new URL(app.dialogUrl)
        url.searchParams.set('client_id', clientId)
        url.searchParams.set('redirect_uri', redirectUri)
        url.searchParams.set('state', state)
        url.searchParams.set('response_type', 'code')
        if (app.loginConfigId) url.searchParams.set('config_id', app.loginConfigId)
        else url.searchParams.set('scope', [...scopes, ...further].join(','))
        return url
      },
      async exchangeCode({ code }) {
        const short = await askToken({ redirect_uri: redirectUri, code })
        return longLived(short.accessToken)
      },
      async introspect({ accessToken }, further = []) {
        const data = await debug(accessToken)
        return {
          valid: data.is_valid,
          missingScopes: [...scopes, ...further].filter((scope) => !data.scopes.includes(scope)),
          granular_scopes: data.granular_scopes,
        }
      },
    },
  }
}

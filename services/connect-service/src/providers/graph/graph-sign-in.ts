import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { statedTime } from '../../network/stated-time.ts'
import type { Grant, Provider } from '../provider.ts'
import { debugToken } from './debug-token.ts'
import type { Graph } from './graph-client.ts'
import { graphError } from './graph-error.ts'

/** Pinned, so that a new version of the network cannot change publishing (docs/reference/channels.md). */
const graphVersion = 'v25.0'

/** One app of the graph API's family, as the operator configured it. */
export interface GraphSettings {
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Sent instead of the scopes; the configuration then owns the permissions. */
  loginConfigId?: string | undefined
  dialogUrl?: string | undefined
  tokenUrl?: string | undefined
  apiUrl?: string | undefined
}

/** The API base of an app, version included. */
export const graphApiUrl = (settings: GraphSettings): string =>
  settings.apiUrl ?? `https://graph.facebook.com/${graphVersion}`

const Token = z.looseObject({
  access_token: z.string().min(1),
  // Left out, or nothing, for a token that does not expire.
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})
export type GraphSignIn = Required<Pick<Provider, 'authorizeUrl' | 'exchangeCode' | 'introspect'>> & {
  /** The long-lived form of a person's token. */
  longLived(token: string): Promise<Grant>
}

/** The dialog, the exchange and the introspection of the graph API's family (design page "providers"). */
export function createGraphSignIn(
  settings: GraphSettings,
  scopes: readonly string[],
  client: NetworkClient,
  graph: Graph,
  now: () => Date,
): GraphSignIn {
  const { clientId, clientSecret, redirectUri } = settings
  const tokenUrl = settings.tokenUrl ?? `${graphApiUrl(settings)}/oauth/access_token`
  const askToken = async (query: Record<string, string>): Promise<Grant> => {
    const url = new URL(tokenUrl)
    const asked = { client_id: clientId, client_secret: clientSecret, ...query }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    const answer = await client.call({ method: 'GET', url })
    const error = graphError(answer, false, [clientSecret, ...Object.values(query)])
    if (error !== undefined) throw error
    const token = Token.safeParse(answer.json)
    if (!token.success) {
      throw new NetworkError({ class: 'retry', message: 'The network gave no token' })
    }
    const { access_token: accessToken, expires_in: seconds } = token.data
    return {
      accessToken,
      expiresAt: seconds === undefined ? null : statedTime(now().getTime() + seconds * 1_000),
    }
  }
  const longLived = (token: string) => askToken({ grant_type: 'fb_exchange_token', fb_exchange_token: token })
  return {
    longLived,
    authorizeUrl({ state, further = [] }) {
      const url = new URL(settings.dialogUrl ?? `https://www.facebook.com/${graphVersion}/dialog/oauth`)
      url.searchParams.set('client_id', clientId)
      url.searchParams.set('redirect_uri', redirectUri)
      url.searchParams.set('state', state)
      url.searchParams.set('response_type', 'code')
      if (settings.loginConfigId) url.searchParams.set('config_id', settings.loginConfigId)
      else url.searchParams.set('scope', [...scopes, ...further].join(','))
      return url
    },
    async exchangeCode({ code }) {
      const short = await askToken({ redirect_uri: redirectUri, code })
      return longLived(short.accessToken)
    },
    async introspect({ accessToken }, further = []) {
      const data = await debugToken(graph, settings, accessToken)
      return {
        valid: data.is_valid,
        missingScopes: [...scopes, ...further].filter((scope) => !data.scopes.includes(scope)),
        granular_scopes: data.granular_scopes,
      }
    },
  }
}

import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import type { Grant, NoteUsage, Provider } from '../provider.ts'
import { createGraph } from './graph-client.ts'
import { listPages, pageBehind, pagesOf } from './list-pages.ts'
import { pagenetError } from './pagenet-error.ts'
import { pagenetPublishing } from './publish.ts'

export interface PagenetSettings {
  clientId: string
  clientSecret: string
  redirectUri: string
  loginConfigId?: string | undefined
  pageId?: string | undefined
  dialogUrl?: string | undefined
  tokenUrl?: string | undefined
  apiUrl?: string | undefined
}

/** Pinned, so that a new version of the network cannot change publishing (core specification). */
export const graphVersion = 'v25.0'

/** The four Page scopes that connecting needs. */
export const pagenetScopes = [
  'public_profile',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
] as const

const Token = z.looseObject({ access_token: z.string().min(1), expires_in: z.coerce.number().optional() })
const Debug = z.looseObject({
  data: z.looseObject({
    is_valid: z.boolean().default(true),
    scopes: z.array(z.string()).default([]),
    granular_scopes: z
      .array(z.looseObject({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
      .default([]),
  }),
})

/** The network of Pages, through its graph API. */
export function createPagenet(
  settings: PagenetSettings,
  client: NetworkClient,
  noteUsage: NoteUsage,
  now: () => Date,
): Provider {
  const apiUrl = settings.apiUrl ?? `https://graph.facebook.com/${graphVersion}`
  const tokenUrl = settings.tokenUrl ?? `${apiUrl}/oauth/access_token`
  const { clientId, clientSecret, redirectUri } = settings
  const graph = createGraph(client, apiUrl, noteUsage, [clientSecret])

  const askToken = async (query: Record<string, string>): Promise<Grant> => {
    const url = new URL(tokenUrl)
    const asked = { client_id: clientId, client_secret: clientSecret, ...query }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    const answer = await client.call({ method: 'GET', url })
    const error = pagenetError(answer, false, [clientSecret, ...Object.values(query)])
    if (error !== undefined) throw error
    const token = Token.safeParse(answer.json)
    if (!token.success) {
      throw new NetworkError({ class: 'retry', message: 'The network gave no token' })
    }
    const { access_token: accessToken, expires_in: seconds } = token.data
    return {
      accessToken,
      expiresAt: seconds === undefined ? null : new Date(now().getTime() + seconds * 1_000),
    }
  }
  const longLived = (token: string) => askToken({ grant_type: 'fb_exchange_token', fb_exchange_token: token })

  return {
    network: 'pagenet',
    pkce: false,
    scopes: pagenetScopes,
    preferredAccount: settings.pageId,
    authorizeUrl({ state }) {
      const url = new URL(settings.dialogUrl ?? `https://www.facebook.com/${graphVersion}/dialog/oauth`)
      url.searchParams.set('client_id', clientId)
      url.searchParams.set('redirect_uri', redirectUri)
      url.searchParams.set('state', state)
      url.searchParams.set('response_type', 'code')
      if (settings.loginConfigId) url.searchParams.set('config_id', settings.loginConfigId)
      else url.searchParams.set('scope', pagenetScopes.join(','))
      return url
    },
    async exchangeCode({ code }) {
      const short = await askToken({ redirect_uri: redirectUri, code })
      return longLived(short.accessToken)
    },
    accounts: (grant) => pagesOf(graph, grant, settings.pageId),
    async pastedToken(token) {
      const short: Grant = { accessToken: token, expiresAt: null }
      const listed = await listPages(graph, token).catch((error: unknown) => {
        // A Page token has no listing: the network refuses the field, not the token.
        if (error instanceof NetworkError && error.class === 'fix_content') return []
        throw error
      })
      if (listed.length > 0) {
        // Through the long-lived form, where the network gives one, the Pages' tokens do not expire.
        const grant = await longLived(token).catch(() => short)
        const accounts = grant === short ? listed : await listPages(graph, grant.accessToken)
        return { grant, accounts: accounts.length > 0 ? accounts : listed }
      }
      const page = await pageBehind(graph, token)
      if (page !== undefined) return { grant: short, accounts: [page] }
      return { grant: short, ...(await pagesOf(graph, short, settings.pageId)) }
    },
    async introspect({ accessToken }) {
      const { data } = await graph({
        method: 'GET',
        path: '/debug_token',
        token: `${clientId}|${clientSecret}`,
        query: { input_token: accessToken },
        schema: Debug,
      })
      return {
        valid: data.is_valid,
        missingScopes: pagenetScopes.filter((scope) => !data.scopes.includes(scope)),
        granular_scopes: data.granular_scopes,
      }
    },
    // No `revoke`: a Page token has none of its own, and taking back the person's permissions would end every
    // other Page of theirs, in other channels and of other owners too.
    ...pagenetPublishing(graph),
  }
}

import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { type DebugToken, debugToken } from '../graph/debug-token.ts'
import { createGraph } from '../graph/graph-client.ts'
import { createGraphSignIn, type GraphSettings, graphApiUrl } from '../graph/graph-sign-in.ts'
import type { Grant, NoteUsage, Provider } from '../provider.ts'
import { listPages, pageBehind, pagesOf } from './list-pages.ts'
import { pagenetPublishing } from './publish.ts'

export interface PagenetSettings extends GraphSettings {
  pageId?: string | undefined
  /** How long one post may take at least before the next attempt goes on; longer with a large video. */
  publishMs?: number | undefined
  /** Whether every connect asks for the permission to comment. */
  manageComments?: boolean | undefined
}

const defaultPublishMs = 25_000

/** The four Page scopes that connecting needs. */
export const pagenetScopes = [
  'public_profile',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
] as const

/** Commenting below posts, the first comment among them. */
export const pagenetCommentScopes = ['pages_manage_engagement'] as const

/** The network of Pages, through its graph API. */
export function createPagenet(
  settings: PagenetSettings,
  client: NetworkClient,
  noteUsage: NoteUsage,
  now: () => Date,
): Provider {
  const scopes = settings.manageComments ? [...pagenetScopes, ...pagenetCommentScopes] : pagenetScopes
  const graph = createGraph(client, graphApiUrl(settings), noteUsage, [settings.clientSecret])
  const { longLived, ...signIn } = createGraphSignIn(settings, scopes, client, graph, now)

  const debug: DebugToken = (token) => debugToken(graph, settings, token)

  return {
    network: 'pagenet',
    pkce: false,
    scopes,
    commentScopes: settings.manageComments ? [] : pagenetCommentScopes,
    preferredAccount: settings.pageId,
    ...signIn,
    accounts: (grant) => pagesOf(graph, grant, settings.pageId, debug),
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
      const page = await pageBehind(graph, token, debug)
      if (page !== undefined) return { grant: short, accounts: [page] }
      return { grant: short, ...(await pagesOf(graph, short, settings.pageId, debug)) }
    },
    async missingForComments({ accessToken }) {
      const facts = await debug(accessToken).catch((error: unknown) => {
        if (error instanceof NetworkError && error.class === 'retry') throw error
        return undefined
      })
      // A pasted token of another app cannot be looked into: the network decides about its comment.
      if (facts === undefined || facts.scopes.length === 0) return []
      return pagenetCommentScopes.filter((scope) => !facts.scopes.includes(scope))
    },
    // No `revoke`: a Page token has none of its own, and taking back the person's permissions would end every
    // other Page of theirs, in other channels and of other owners too.
    ...pagenetPublishing(graph, settings.publishMs ?? defaultPublishMs, now),
  }
}

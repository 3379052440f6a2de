import { z } from 'zod'
import { hasClass, rescued } from '../../network/network-error.ts'
import { defineProvider } from '../define-provider.ts'
import { Figure, toFigures } from '../figure.ts'
import { createGraphApp, graphEndpoints } from '../graph/graph-app.ts'
import { nodePath } from '../graph/graph-client.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import type { Grant } from '../provider.ts'
import { fetchPages, listPages, pageBehind } from './list-pages.ts'
import { pagenetPublishing } from './publish.ts'

const pageScopes = [
  'public_profile',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
]

const commentScopes = ['pages_manage_engagement']

const Counts = z.object({ followers_count: Figure, fan_count: Figure })

const app = appVariables('PAGENET', 'pages network')

const Summary = z
  .object({ summary: z.object({ total_count: Figure }) })
  .nullish()
  .catch(null)
const PostCounts = z.object({
  reactions: Summary,
  comments: Summary,
  shares: z.object({ count: Figure }).nullish().catch(null),
})

export const pagenet = defineProvider({
  network: 'pagenet',
  variables: {
    ...app,
    PAGENET_OAUTH_REDIRECT_URI: {
      ...app.PAGENET_OAUTH_REDIRECT_URI,
      whenUnset: 'Connecting pagenet is unavailable until it is set.',
    },
    PAGENET_LOGIN_CONFIG_ID: {
      kind: 'identifier',
      type: 'text',
      about:
        'Login configuration. If set, the authorize request has `config_id` instead of `scope`.',
      whenUnset: 'Classic login by scopes.',
    },
    PAGENET_PAGE_ID: {
      kind: 'identifier',
      type: 'text',
      about:
        'Preferred Page if an account administers several Pages. This is a preference, not a filter. Leave it unset if several tenants share the platform.',
      whenUnset: 'The user chooses the Page.',
    },
    PAGENET_MANAGE_COMMENTS: {
      kind: 'public',
      type: 'boolean',
      default: false,
      about:
        "Every connection asks for `pages_manage_engagement`. Without this variable, a connection asks for it only if one of the organisation's posts has a first comment or a link in a reply.",
    },
  },
  integration: appIntegration('PAGENET', 'PAGENET_OAUTH_REDIRECT_URI'),
  publishMs: 25_000,
  create(config, deps) {
    const manageComments = config.PAGENET_MANAGE_COMMENTS
    const scopes = manageComments ? [...pageScopes, ...commentScopes] : pageScopes
    const own = networkApp(config, 'PAGENET', graphEndpoints)
    const settings = { ...own, loginConfigId: config.PAGENET_LOGIN_CONFIG_ID }
    const pageId = config.PAGENET_PAGE_ID || undefined
    const { graph, debug, longLived, signIn } = createGraphApp(settings, scopes, deps)
    return {
      scopes,
      commentScopes: manageComments ? [] : commentScopes,
      preferredAccount: pageId,
      ...signIn,
      accounts: (grant) => fetchPages(graph, grant, pageId, debug),
      async pastedToken(token) {
        const short: Grant = { accessToken: token, expiresAt: null }
        // A Page token cannot list Pages, so the network refuses the field but not the token.
        const listed = await rescued(listPages(graph, short), hasClass('fix_content'), () => [])
        if (listed.length > 0) {
          // Page tokens obtained with a long-lived token do not expire, so use one if the network
          // issues it.
          const grant = await longLived(token).catch(() => short)
          const accounts = grant === short ? listed : await listPages(graph, grant)
          return { grant, accounts: accounts.length > 0 ? accounts : listed }
        }
        const page = await pageBehind(graph, short, debug)
        if (page !== undefined) return { grant: short, accounts: [page] }
        return { grant: short, ...(await fetchPages(graph, short, pageId, debug)) }
      },
      // There is no `revoke`, because a Page token cannot be revoked alone. Revoking the user's
      // permissions would end all Pages of the user, including those in other channels and of other
      // owners.
      reading: {
        async audience(by) {
          const query = { fields: 'followers_count,fan_count' }
          const page = await graph({ path: nodePath(by.accountId), by, query, schema: Counts })
          // An older Page states only its fan count.
          return toFigures({ followers: page.followers_count ?? page.fan_count })
        },
      },
      async readFigures(by, externalId) {
        const query = {
          fields: 'reactions.limit(0).summary(true),comments.limit(0).summary(true),shares',
        }
        const post = await graph({ path: nodePath(externalId), by, query, schema: PostCounts })
        return [
          ['likes', post.reactions?.summary.total_count],
          ['comments', post.comments?.summary.total_count],
          // The network leaves out the shares of a post that nobody has shared.
          ['shares', post.shares?.count ?? 0],
        ]
      },
      ...pagenetPublishing(graph, deps),
    }
  },
})

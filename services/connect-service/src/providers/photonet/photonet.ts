import { z } from 'zod'
import { defineProvider } from '../define-provider.ts'
import { Figure, toFigures } from '../figure.ts'
import { createGraphApp, graphEndpoints } from '../graph/graph-app.ts'
import { nodePath } from '../graph/graph-client.ts'
import { appIntegration, appVariables, networkApp } from '../network-app.ts'
import { linkedAccounts } from './linked-accounts.ts'
import { photonetPublishing } from './publish.ts'

const scopes = ['instagram_basic', 'instagram_content_publish', 'instagram_manage_comments']

const Counts = z.object({ followers_count: Figure, follows_count: Figure, media_count: Figure })

// The network leaves out the likes if the account hides them.
const PostCounts = z.object({ like_count: Figure, comments_count: Figure })

/**
 * The photo network, accessed through the graph API. It cannot revoke the token of a single
 * account.
 */
export const photonet = defineProvider({
  network: 'photonet',
  variables: {
    ...appVariables('PHOTONET', 'photo network'),
    PHOTONET_LOGIN_CONFIG_ID: {
      kind: 'identifier',
      type: 'text',
      about: 'Login configuration. If set, the configuration contains the list of permissions.',
      whenUnset: 'Classic login by scopes.',
    },
  },
  integration: appIntegration('PHOTONET'),
  publishMs: 35_000,
  create(config, deps) {
    const own = networkApp(config, 'PHOTONET', graphEndpoints)
    const app = { ...own, loginConfigId: config.PHOTONET_LOGIN_CONFIG_ID }
    const { graph, debug, signIn } = createGraphApp(app, scopes, deps)
    return {
      scopes,
      ...signIn,
      accounts: (grant) => linkedAccounts(graph, grant, debug),
      reading: {
        async audience(by) {
          const query = { fields: 'followers_count,follows_count,media_count' }
          const counts = await graph({ path: nodePath(by.accountId), by, query, schema: Counts })
          const {
            followers_count: followers,
            follows_count: following,
            media_count: posts,
          } = counts
          return toFigures({ followers, following, posts })
        },
      },
      async readFigures(by, externalId) {
        const query = { fields: 'like_count,comments_count' }
        const post = await graph({ path: nodePath(externalId), by, query, schema: PostCounts })
        return [
          ['likes', post.like_count],
          ['comments', post.comments_count],
        ]
      },
      ...photonetPublishing(graph, deps),
    }
  },
})

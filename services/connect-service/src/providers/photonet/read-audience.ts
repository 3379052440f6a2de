import { z } from 'zod'
import type { Api } from '../api.ts'
import { Figure, figuresOf } from '../figure.ts'
import { nodePath } from '../graph/graph-client.ts'
import type { AudienceReader } from '../readers.ts'

const Account = z.object({ followers_count: Figure, follows_count: Figure, media_count: Figure })

/** The followers of a photo account. */
export const photoAudience =
  (graph: Api): AudienceReader =>
  async (by) => {
    const query = { fields: 'followers_count,follows_count,media_count' }
    const account = await graph({ path: nodePath(by.accountId), by, query, schema: Account })
    return figuresOf({
      followers: account.followers_count,
      following: account.follows_count,
      posts: account.media_count,
    })
  }

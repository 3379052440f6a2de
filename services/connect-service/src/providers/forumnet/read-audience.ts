import { z } from 'zod'
import { Figure, figuresOf } from '../figure.ts'
import type { AudienceReader } from '../readers.ts'
import type { ForumApi } from './forum-api.ts'

const Me = z.object({ subreddit: z.object({ subscribers: Figure }).nullish().catch(null) })

/** The followers of an account's own profile. */
export const forumAudience =
  (api: ForumApi): AudienceReader =>
  async (by) => {
    const { subreddit } = await api({ path: '/api/v1/me', by, schema: Me })
    return figuresOf({ followers: subreddit?.subscribers })
  }

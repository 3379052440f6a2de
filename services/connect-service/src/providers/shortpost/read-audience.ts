import { z } from 'zod'
import type { Api } from '../api.ts'
import { Figure, figuresOf } from '../figure.ts'
import type { AudienceReader } from '../readers.ts'

const Me = z.object({
  data: z.object({
    public_metrics: z
      .object({ followers_count: Figure, following_count: Figure, tweet_count: Figure })
      .optional()
      .catch(undefined),
  }),
})

/** The followers of an account of the short-post network. */
export const shortpostAudience =
  (api: Api): AudienceReader =>
  async (by) => {
    const query = { 'user.fields': 'public_metrics' }
    const metrics = (await api({ path: '/users/me', by, query, schema: Me })).data.public_metrics
    return figuresOf({
      followers: metrics?.followers_count,
      following: metrics?.following_count,
      posts: metrics?.tweet_count,
    })
  }

import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { Figure, toFigures } from '../figure.ts'
import type { AudienceReader } from '../readers.ts'
import { listSchema, type VideonetApi } from './videonet-api.ts'

const Channels = listSchema({
  statistics: z.object({
    subscriberCount: Figure,
    hiddenSubscriberCount: z.boolean().catch(false),
    videoCount: Figure,
    viewCount: Figure,
  }),
})

/** Reads a channel's subscriber count, which the channel's owner may hide. */
export const videoAudience =
  ({ call }: VideonetApi): AudienceReader =>
  async (by) => {
    const query = { part: 'statistics', mine: 'true' }
    const [channel] = (await call({ path: '/channels', by, query, schema: Channels })).items
    if (channel === undefined)
      throw new NetworkError('blocked', 'The account has no channel on the video platform')
    const { subscriberCount, hiddenSubscriberCount, videoCount, viewCount } = channel.statistics
    return toFigures({
      followers: hiddenSubscriberCount ? null : subscriberCount,
      posts: videoCount,
      views: viewCount,
    })
  }

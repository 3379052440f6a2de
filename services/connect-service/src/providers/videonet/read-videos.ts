import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { VideoReader } from '../readers.ts'
import { listOf, type VideonetApi } from './videonet-api.ts'

const pageSize = '50'
const longestDescription = 5_000

const Uploads = listOf({ contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }) })
const Items = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({
          title: z.string().catch(''),
          description: z.string().catch(''),
          publishedAt: z.string().nullish().catch(null),
          resourceId: z.object({ videoId: z.string().min(1).max(100) }),
          thumbnails: z
            .object({ medium: z.object({ url: z.string() }) })
            .optional()
            .catch(undefined),
        }),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

/** Videos of a channel of the video platform. */
export const videoReader = ({ call }: VideonetApi): VideoReader => ({
  async list(by, { playlist, cursor }) {
    const uploads = async (): Promise<string> => {
      const query = { part: 'contentDetails', mine: 'true' }
      const { items } = await call({ path: '/channels', by, query, schema: Uploads })
      const [channel] = items
      if (channel === undefined) throw new NetworkError('blocked', 'The account has no channel')
      return channel.contentDetails.relatedPlaylists.uploads
    }
    const page = cursor === null ? {} : { pageToken: cursor }
    const query = {
      part: 'snippet',
      playlistId: playlist ?? (await uploads()),
      maxResults: pageSize,
      ...page,
    }
    const { items, nextPageToken } = await call({ path: '/playlistItems', by, query, schema: Items })
    return {
      videos: items.map(({ snippet: { title, description, publishedAt, resourceId, thumbnails } }) => ({
        id: resourceId.videoId,
        title,
        description: description.slice(0, longestDescription).toWellFormed(),
        publishedAt: publishedAt ?? null,
        url: `https://www.youtube.com/watch?v=${encodeURIComponent(resourceId.videoId)}`,
        pictureUrl: thumbnails?.medium.url ?? null,
      })),
      next: nextPageToken ?? null,
    }
  },
})

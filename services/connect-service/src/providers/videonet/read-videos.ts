import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { pageAt } from '../api.ts'
import type { VideoReader } from '../readers.ts'
import { ownUploads, pageSchema, type VideonetApi, watchUrl } from './videonet-api.ts'

const longestDescription = 5_000

const Items = pageSchema({
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
})

export const videoReader =
  ({ call }: VideonetApi): VideoReader =>
  async (by, { playlist, cursor }) => {
    const playlistId = playlist ?? (await ownUploads(call, by))
    if (playlistId === undefined)
      throw new NetworkError('blocked', 'The account has no channel on the video platform')
    const query = { part: 'snippet', playlistId, maxResults: '50', ...pageAt('pageToken', cursor) }
    const { items, nextPageToken } = await call({
      path: '/playlistItems',
      by,
      query,
      schema: Items,
    })
    const videos = items.map(
      ({ snippet: { title, description, publishedAt, resourceId, thumbnails } }) => ({
        id: resourceId.videoId,
        title,
        description: description.slice(0, longestDescription).toWellFormed(),
        publishedAt: publishedAt ?? null,
        url: watchUrl(resourceId.videoId),
        pictureUrl: thumbnails?.medium.url ?? null,
      }),
    )
    return { videos, next: nextPageToken ?? null }
  }

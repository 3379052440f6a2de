import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { Figure } from '../figure.ts'
import type { FigureReader } from '../readers.ts'
import { listSchema, type VideonetApi } from './videonet-api.ts'

const Videos = listSchema({
  statistics: z.object({ viewCount: Figure, likeCount: Figure, commentCount: Figure }),
})

/** Reads a video's figures. The channel's owner may hide its likes. */
export const videoFigures =
  ({ call }: VideonetApi): FigureReader =>
  async (by, externalId) => {
    const query = { part: 'statistics', id: externalId }
    const [video] = (await call({ path: '/videos', by, query, schema: Videos })).items
    if (video === undefined) throw new NetworkError('blocked', 'The video is no longer available')
    const { viewCount, likeCount, commentCount } = video.statistics
    return [
      ['views', viewCount],
      ['likes', likeCount],
      ['comments', commentCount],
    ]
  }

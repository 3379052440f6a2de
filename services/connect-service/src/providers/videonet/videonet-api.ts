import { z } from 'zod'
import type { NetworkAnswer, NetworkCall } from '../../network/call-network.ts'
import { type Api, createApi, type ProviderDeps } from '../api.ts'
import type { Connection } from '../readers.ts'
import { videonetError } from './videonet-error.ts'

export const listSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ items: z.array(z.object(shape)).default([]) })

export const pageSchema = <Shape extends z.ZodRawShape>(shape: Shape) =>
  listSchema(shape).extend({ nextPageToken: z.string().optional() })

export const watchUrl = (id: string): string =>
  `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`

const Channels = listSchema({
  contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }),
})

/**
 * Returns the uploads playlist of the account's channel, or undefined if the account has no
 * channel.
 */
export async function ownUploads(call: Api, by: Connection): Promise<string | undefined> {
  const query = { part: 'contentDetails', mine: 'true' }
  const { items } = await call({ path: '/channels', by, query, schema: Channels })
  return items[0]?.contentDetails.relatedPlaylists.uploads
}

export type VideonetApi = ReturnType<typeof createVideonetApi>

const versioned = '/youtube/v3'

/**
 * Returns the URL for starting uploads: `/upload` before the path of the platform's API, or below
 * any other base URL.
 */
export function toUploadUrl(apiUrl: string): URL {
  const base = apiUrl.endsWith(versioned)
    ? `${apiUrl.slice(0, -versioned.length)}/upload${versioned}`
    : `${apiUrl}/upload`
  return new URL(`${base}/videos`)
}

export const createVideonetApi = (baseUrl: string, deps: ProviderDeps) => ({
  call: createApi({ baseUrl, errorOf: videonetError }, deps),
  uploadUrl: toUploadUrl(baseUrl),
  /** Makes one upload request. The caller judges the response. */
  exchange: (call: NetworkCall) => deps.client.call(call),
  check(answer: NetworkAnswer, token: string): void {
    const error = videonetError(answer, { creates: false, secrets: [token], now: deps.now() })
    if (error !== undefined) throw error
  },
})

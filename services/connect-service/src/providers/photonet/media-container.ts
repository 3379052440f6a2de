import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import { mediaFailure } from '../graph/media-subcodes.ts'
import type { Connection, OutgoingMedia } from '../provider.ts'
import { isVideo, poll } from '../upload.ts'

const Created = z.looseObject({ id: z.coerce.string().min(1) })
const State = z.looseObject({ status_code: z.string(), status: z.coerce.string().optional() })

export type ContainerState = z.output<typeof State>

const firstPauseMs = 400
const growth = 1.6
const longestPauseMs = 4_000

/** Where a container stands: `IN_PROGRESS`, `FINISHED`, `PUBLISHED`, `ERROR` or `EXPIRED`. */
export const containerState = (
  graph: Api,
  { accountId, accessToken }: Connection,
  container: string,
): Promise<ContainerState> =>
  graph({
    path: `/${encodeURIComponent(container)}`,
    token: accessToken,
    accountId,
    query: { fields: 'status_code,status' },
    schema: State,
  })

/**
 * Has the network fetch the media of a post into one container, which shows nothing to anybody until it is
 * published. Throws `retry` when `deadline` (of `performance.now()`) comes first.
 */
export async function prepareContainer(
  graph: Api,
  connection: Connection,
  { media, caption }: { media: readonly OutgoingMedia[]; caption: string },
  deadline: number,
): Promise<string> {
  const create = async (body: Record<string, string | boolean>): Promise<string> => {
    const { accountId, accessToken } = connection
    const path = `/${encodeURIComponent(accountId)}/media`
    return (await graph({ path, token: accessToken, accountId, body, schema: Created })).id
  }
  const [only] = media
  const words = caption === '' ? {} : { caption }
  if (only !== undefined && media.length === 1) {
    return isVideo(only)
      ? create({ media_type: 'REELS', video_url: only.url, ...words })
      : create({ image_url: only.url, ...words })
  }
  const children: string[] = []
  for (const file of media) {
    const shown = isVideo(file) ? { media_type: 'VIDEO', video_url: file.url } : { image_url: file.url }
    children.push(await create({ ...shown, is_carousel_item: true }))
  }
  for (const child of children) await untilFinished(graph, connection, child, deadline)
  return create({ media_type: 'CAROUSEL', children: children.join(','), ...words })
}

/** Waits until a container can be published. Throws `retry` at the deadline, and what the network says of it. */
export async function untilFinished(
  graph: Api,
  connection: Connection,
  container: string,
  deadline: number,
): Promise<void> {
  let pauseMs = firstPauseMs / growth
  const look = async () => {
    const state = await containerState(graph, connection, container)
    if (state.status_code === 'FINISHED') return undefined
    if (state.status_code !== 'IN_PROGRESS') throw failureOfContainer(state)
    pauseMs = Math.min(pauseMs * growth, longestPauseMs)
    return pauseMs
  }
  const message = 'The network is still preparing the media'
  const late = () => new NetworkError('retry', message, { code: 'IN_PROGRESS', retryAfter: 60 })
  await poll(deadline, look, late)
}

/** What a container says that will not be published; its `status` holds a subcode or words around one. */
function failureOfContainer({ status_code: code, status }: ContainerState): NetworkError {
  if (code === 'EXPIRED') {
    return new NetworkError('retry', 'The prepared media expired at the network', { code })
  }
  const failure = mediaFailure(Number(/\b2207\d{3}\b/.exec(status ?? '')?.[0]))
  return new NetworkError(
    failure?.class ?? 'fix_content',
    failure?.says ?? 'The network could not use the media of this post',
    { code, retryAfter: failure?.retryAfter },
  )
}

import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import { nodePath } from '../graph/graph-client.ts'
import { Created } from '../graph/graph-comments.ts'
import { mediaFailure } from '../graph/media-subcodes.ts'
import type { Connection, OutgoingMedia, OutgoingPost } from '../provider.ts'
import { isVideo, pictureText, poll } from '../upload.ts'

const State = z.object({ status_code: z.string(), status: z.coerce.string().optional() })

export type ContainerState = z.output<typeof State>

const firstPauseMs = 400
const growth = 1.6
const longestPauseMs = 4_000

/**
 * Returns the state of a container: `IN_PROGRESS`, `FINISHED`, `PUBLISHED`, `ERROR` or `EXPIRED`.
 */
export const containerState = (
  graph: Api,
  by: Connection,
  container: string,
): Promise<ContainerState> =>
  graph({ path: nodePath(container), by, query: { fields: 'status_code,status' }, schema: State })

const toPicture = (file: OutgoingMedia): Record<string, string> => {
  const text = pictureText(file)
  return { image_url: file.url, ...(text === undefined ? {} : { alt_text: text }) }
}

/**
 * Makes the network load a post's media into one invisible container. Throws `retry` at the
 * deadline.
 */
export async function prepareContainer(
  graph: Api,
  connection: Connection,
  { media, text }: Pick<OutgoingPost, 'media' | 'text'>,
  deadline: number,
): Promise<string> {
  const path = nodePath(connection.accountId, 'media')
  const create = async (body: Record<string, string | boolean>): Promise<string> =>
    (await graph({ path, by: connection, body, schema: Created })).id
  const [only] = media
  const caption = text === '' ? {} : { caption: text }
  if (only !== undefined && media.length === 1) {
    return isVideo(only)
      ? create({ media_type: 'REELS', video_url: only.url, ...caption })
      : create({ ...toPicture(only), ...caption })
  }
  const children: string[] = []
  for (const file of media) {
    const shown = isVideo(file) ? { media_type: 'VIDEO', video_url: file.url } : toPicture(file)
    children.push(await create({ ...shown, is_carousel_item: true }))
  }
  for (const child of children) await untilFinished(graph, connection, child, deadline)
  return create({ media_type: 'CAROUSEL', children: children.join(','), ...caption })
}

/**
 * Waits until a container can be published. Throws `retry` at the deadline, or the container's
 * failure.
 */
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
  const newTimeoutError = () =>
    new NetworkError('retry', message, { code: 'IN_PROGRESS', retryAfter: 60 })
  await poll(deadline, look, newTimeoutError)
}

/**
 * Converts a failed container to an error. Its `status` contains a subcode, possibly inside a
 * sentence.
 */
function failureOfContainer({ status_code: code, status }: ContainerState): NetworkError {
  if (code === 'EXPIRED') {
    return new NetworkError('retry', 'The prepared media expired at the network', { code })
  }
  const failure = mediaFailure(Number(/\b2207\d{3}\b/.exec(status ?? '')?.[0]))
  return new NetworkError(
    failure?.class ?? 'fix_content',
    failure?.says ?? 'The network could not use the post’s media',
    { code, retryAfter: failure?.retryAfter },
  )
}

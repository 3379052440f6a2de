import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { streamedForm } from '../../network/streamed-body.ts'
import type { Graph } from '../graph/graph-client.ts'
import { edgeOf } from '../graph/graph-comments.ts'
import type { Connection, OutgoingMedia, PostProgress } from '../provider.ts'

const offset = z.coerce.number().int().min(0)
const Begun = z.looseObject({
  upload_session_id: z.coerce.string().min(1),
  video_id: z.coerce.string().min(1),
  start_offset: offset,
  end_offset: offset,
})
const Moved = z.looseObject({ start_offset: offset, end_offset: offset })
const Finished = z.looseObject({ success: z.literal(true) })
const Status = z.looseObject({
  status: z.looseObject({
    video_status: z.string().catch(''),
    publishing_phase: z
      .looseObject({ status: z.string().catch('') })
      .optional()
      .catch(undefined),
  }),
})

const Progress = z.object({
  session: z.string(),
  videoId: z.string(),
  startedAt: z.string(),
  /** The byte that is due. */
  next: z.number(),
  /** Whether the call that publishes was ever begun. */
  finishing: z.boolean().optional(),
})
type Progress = z.output<typeof Progress>

/** Bytes of one part; it is not held, but a part that breaks off is sent again. */
const partBytes = 8 * 1024 * 1024
// The network keeps a session for a day.
const keptMs = 20 * 3_600_000
const fruitlessTries = 4
const firstPauseMs = 200

export interface VideoPost {
  connection: Connection
  file: OutgoingMedia
  description: string
  progress: PostProgress
  /** Of `performance.now()`. */
  deadline: number
  now: () => Date
}

async function recalled(progress: PostProgress): Promise<Progress | undefined> {
  const kept = await progress.recall()
  return kept ? Progress.parse(JSON.parse(kept)) : undefined
}

/**
 * Uploads a video to a Page in parts and publishes it; answers its id. One session makes one video at most, so that
 * an attempt that goes on with it cannot make a second one. Throws `retry` at the deadline, with the session kept for
 * the next attempt, and `unknown` when nothing says what became of the call that publishes.
 */
export async function postVideo(graph: Graph, post: VideoPost): Promise<string> {
  const { progress, now } = post
  const earlier = await recalled(progress)
  const usable =
    earlier !== undefined && (earlier.finishing || now().getTime() - Date.parse(earlier.startedAt) < keptMs)
  try {
    if (usable && earlier.finishing) {
      if (await isPublished(graph, post.connection, earlier.videoId)) return earlier.videoId
      return await finish(graph, post, earlier)
    }
    const kept = usable ? earlier : await begin(graph, post)
    return await finish(graph, post, await transfer(graph, post, kept))
  } catch (error) {
    // What an earlier attempt left may be what the network refuses: once more from the beginning.
    if (!usable || !(error instanceof NetworkError) || error.class !== 'fix_content') throw error
    await progress.keep('')
    const message = `The upload begins anew: ${error.message}`
    throw new NetworkError({ class: 'retry', code: error.code, message, retryAfter: 1 })
  }
}

/** The video of an unanswered call, when it is published. */
export async function findVideo(
  graph: Graph,
  connection: Connection,
  progress: PostProgress,
): Promise<string | undefined> {
  const kept = await recalled(progress)
  if (!kept?.finishing) return undefined
  return (await isPublished(graph, connection, kept.videoId)) ? kept.videoId : undefined
}

const phase = ({ accountId, accessToken: token }: Connection) =>
  ({ method: 'POST', path: edgeOf(accountId, 'videos'), token, accountId }) as const

async function begin(graph: Graph, { connection, file, progress, now }: VideoPost): Promise<Progress> {
  const begun = await graph({
    ...phase(connection),
    schema: Begun,
    body: { upload_phase: 'start', file_size: file.size },
  })
  const { upload_session_id: session, video_id: videoId, start_offset: next } = begun
  const kept = { session, videoId, next, startedAt: now().toISOString() }
  await progress.keep(JSON.stringify(kept))
  return kept
}

async function transfer(
  graph: Graph,
  { connection, file, progress, deadline }: VideoPost,
  begun: Progress,
): Promise<Progress> {
  let kept = begun
  let [next, fruitless] = [kept.next, 0]
  while (next < file.size) {
    if (performance.now() > deadline) throw stopped()
    const range = { start: next, end: Math.min(next + partBytes, file.size) }
    const fields = [
      ['upload_phase', 'transfer'],
      ['upload_session_id', kept.session],
      ['start_offset', String(next)],
    ] as const
    const body = streamedForm(fields, 'video_file_chunk', file, range)
    next = await graph({ ...phase(connection), schema: Moved, body }).then(
      (moved) => moved.start_offset,
      (error: unknown) => dueAfter(error, next),
    )
    fruitless = next > kept.next ? 0 : fruitless + 1
    if (next !== kept.next) {
      kept = { ...kept, next }
      await progress.keep(JSON.stringify(kept))
    }
    if (fruitless >= fruitlessTries) throw stopped()
    if (fruitless > 0) await sleep(firstPauseMs * 2 ** fruitless)
  }
  return kept
}

/** The byte that is due after a part failed: as the network says, else the same. Throws what will not pass. */
function dueAfter(error: unknown, sent: number): number {
  if (!(error instanceof NetworkError)) throw error
  if (error.resumeAt !== undefined) return error.resumeAt
  // A wait that the network names is longer than what is left here.
  if (error.class !== 'retry' || error.retryAfter !== undefined) throw error
  return sent
}

/** Publishes what was uploaded. */
async function finish(
  graph: Graph,
  { connection, description, progress, deadline }: VideoPost,
  kept: Progress,
): Promise<string> {
  if (performance.now() > deadline) throw stopped()
  await progress.keep(JSON.stringify({ ...kept, finishing: true }))
  const body = { upload_phase: 'finish', upload_session_id: kept.session, description }
  try {
    await graph({ ...phase(connection), schema: Finished, creates: true, body })
  } catch (error) {
    // A session that was finished once may be refused now: that says nothing against what was made of it.
    const again = kept.finishing && error instanceof NetworkError && error.class === 'fix_content'
    throw again ? unclear() : error
  }
  return kept.videoId
}

async function isPublished(
  graph: Graph,
  { accountId, accessToken: token }: Connection,
  videoId: string,
): Promise<boolean> {
  const path = `/${encodeURIComponent(videoId)}`
  const { status } = await graph({
    ...{ method: 'GET', path, token, accountId, schema: Status },
    query: { fields: 'status' },
  })
  const publishing = status.publishing_phase?.status ?? 'not_started'
  return ['processing', 'ready'].includes(status.video_status) || publishing !== 'not_started'
}

const unclear = () =>
  new NetworkError({ class: 'unknown', message: 'Whether the video was published is not known' })

const stopped = () =>
  new NetworkError({
    class: 'retry',
    code: 'interrupted',
    message: 'The upload was interrupted; the next attempt goes on where it stopped',
    retryAfter: 5,
  })

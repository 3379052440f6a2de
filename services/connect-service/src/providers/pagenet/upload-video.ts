import { z } from 'zod'
import { NetworkError, rescued } from '../../network/network-error.ts'
import { streamedForm } from '../../network/streamed-body.ts'
import type { Api } from '../api.ts'
import { nodePath, tokenField } from '../graph/graph-client.ts'
import type { Connection, PostProgress } from '../provider.ts'
import { interrupted, keptMs, recall, restart, sendParts, type VideoAttempt } from '../upload.ts'

const offset = z.coerce.number().int().min(0)
const Begun = z.object({
  upload_session_id: z.coerce.string().min(1),
  video_id: z.coerce.string().min(1),
  start_offset: offset,
  end_offset: offset,
})
const Moved = z.object({ start_offset: offset, end_offset: offset })
const Finished = z.object({ success: z.literal(true) })
const Status = z.object({
  status: z.object({
    video_status: z.string().catch(''),
    publishing_phase: z
      .object({ status: z.string().catch('') })
      .optional()
      .catch(undefined),
  }),
})

const Progress = z.object({
  session: z.string(),
  videoId: z.string(),
  startedAt: z.string(),
  next: z.number(),
  /** True once the publishing call has been started. */
  finishing: z.boolean().optional(),
})
type Progress = z.output<typeof Progress>

/** The part size in bytes. Parts are streamed, and an interrupted part is sent again. */
const partBytes = 8 * 1024 * 1024

type VideoPost = VideoAttempt & { description: string }

/**
 * Uploads a video to a Page in parts, publishes it and returns its id. One session creates at most
 * one video, so continuing a session cannot create a second one. Throws `retry` at the deadline and
 * keeps the session for the next attempt. Throws `unknown` if the outcome of the publishing call is
 * unknown.
 */
export async function postVideo(graph: Api, post: VideoPost): Promise<string> {
  const { progress, now } = post
  const earlier = await recall(progress, Progress)
  const usable =
    earlier !== undefined &&
    (earlier.finishing || now().getTime() - Date.parse(earlier.startedAt) < keptMs)
  try {
    if (usable && earlier.finishing) {
      if (await isPublished(graph, post.connection, earlier.videoId)) return earlier.videoId
      return await finish(graph, post, earlier)
    }
    const kept = usable ? earlier : await begin(graph, post)
    return await finish(graph, post, await transfer(graph, post, kept))
  } catch (error) {
    // If the network refuses the state of an earlier attempt, start again once.
    if (!usable || !(error instanceof NetworkError) || error.class !== 'fix_content') throw error
    throw await restart(progress, error)
  }
}

/** Finds the video of a call without a response, if the video is published. */
export async function findVideo(
  graph: Api,
  connection: Connection,
  progress: PostProgress,
): Promise<string | undefined> {
  const kept = await recall(progress, Progress)
  if (!kept?.finishing) return undefined
  return (await isPublished(graph, connection, kept.videoId)) ? kept.videoId : undefined
}

const phase = (by: Connection) => ({ path: nodePath(by.accountId, 'videos'), by })

async function begin(
  graph: Api,
  { connection, file, progress, now }: VideoPost,
): Promise<Progress> {
  const body = { upload_phase: 'start', file_size: file.size }
  const begun = await graph({ ...phase(connection), schema: Begun, body })
  const { upload_session_id: session, video_id: videoId, start_offset: next } = begun
  const kept = { session, videoId, next, startedAt: now().toISOString() }
  await progress.keep(JSON.stringify(kept))
  return kept
}

async function transfer(
  graph: Api,
  { connection, file, progress, deadline }: VideoPost,
  begun: Progress,
): Promise<Progress> {
  let kept = begun
  const send = (at: number) => {
    const fields = [
      tokenField(connection),
      ['upload_phase', 'transfer'],
      ['upload_session_id', kept.session],
      ['start_offset', String(at)],
    ] as const
    const range = { start: at, end: Math.min(at + partBytes, file.size) }
    const body = streamedForm(fields, 'video_file_chunk', file, range)
    const sent = graph({ ...phase(connection), schema: Moved, body })
    // A refusal may name the byte offset that the network expects.
    const named = ({ resumeAt }: NetworkError) => resumeAt !== undefined
    return rescued(
      sent.then((moved) => moved.start_offset),
      named,
      ({ resumeAt }) => resumeAt ?? at,
    )
  }
  await sendParts({ from: kept.next, size: file.size, deadline }, send, (next) => {
    kept = { ...kept, next }
    return progress.keep(JSON.stringify(kept))
  })
  return kept
}

async function finish(
  graph: Api,
  { connection, description, progress, deadline }: VideoPost,
  kept: Progress,
): Promise<string> {
  if (performance.now() > deadline) throw interrupted()
  await progress.keep(JSON.stringify({ ...kept, finishing: true }))
  const body = { upload_phase: 'finish', upload_session_id: kept.session, description }
  try {
    await graph({ ...phase(connection), schema: Finished, creates: true, body })
  } catch (error) {
    // The network may refuse an already finished session although the video exists.
    const again = kept.finishing && error instanceof NetworkError && error.class === 'fix_content'
    throw again ? unclear() : error
  }
  return kept.videoId
}

async function isPublished(graph: Api, by: Connection, videoId: string): Promise<boolean> {
  const query = { fields: 'status' }
  const { status } = await graph({ path: nodePath(videoId), by, query, schema: Status })
  const publishing = status.publishing_phase?.status ?? 'not_started'
  return ['processing', 'ready'].includes(status.video_status) || publishing !== 'not_started'
}

const unclear = () =>
  new NetworkError('unknown', 'We do not know whether the video was published. Check the network.')

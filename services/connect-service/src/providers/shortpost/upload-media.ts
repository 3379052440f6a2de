import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import type { Connection, OutgoingMedia, OutgoingPost } from '../provider.ts'
import { beginAnew, poll, recall } from '../upload.ts'

const Media = z.looseObject({
  data: z.looseObject({
    id: z.coerce.string().min(1),
    processing_info: z
      .looseObject({
        state: z.string(),
        check_after_secs: z.number().optional(),
        error: z.looseObject({ message: z.string().optional() }).optional(),
      })
      .optional(),
  }),
})
type Uploaded = z.output<typeof Media>

const File = z.object({ id: z.string(), segments: z.number(), finalized: z.boolean(), ready: z.boolean() })
const Kept = z.object({ at: z.number(), files: z.array(File) })
type File = z.output<typeof File>

const segmentBytes = 4 * 1024 * 1024
// The network keeps an upload for a day.
const keptMs = 20 * 3_600_000

const categoryOf = (contentType: string): string =>
  contentType.startsWith('video/') ? 'tweet_video' : contentType === 'image/gif' ? 'tweet_gif' : 'tweet_image'

/**
 * Uploads a post's media in segments and waits until the network has worked them through; answers their ids in
 * order. What does not end by `deadline` (of `performance.now()`) throws `retry`, and the next attempt goes on from
 * there.
 */
export async function uploadMedia(
  api: Api,
  connection: Connection,
  { media, progress }: Pick<OutgoingPost, 'media' | 'progress'>,
  { deadline, now }: { deadline: number; now: Date },
): Promise<string[]> {
  if (media.length === 0) return []
  const kept = await recall(progress, Kept)
  const files = kept !== undefined && now.getTime() - kept.at < keptMs ? kept.files : []
  const resumed = files.length > 0
  try {
    for (const [index, file] of media.entries()) {
      files[index] ??= await begin(api, connection, file)
      if (!files[index].ready) await send(api, connection, file, files[index], deadline)
      files[index].ready = true
    }
    // What is left of the caller's minute has to suffice for the post itself.
    if (performance.now() > deadline) throw stillBusy('uploaded', 1)
    return files.map(({ id }) => id)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    if (error.class === 'retry') await progress.keep(JSON.stringify({ at: now.getTime(), files }))
    if (!resumed || error.class !== 'fix_content') throw error
    // What an earlier attempt left may be what the network refuses: once more from the beginning.
    throw await beginAnew(progress, error)
  }
}

async function begin(api: Api, { accessToken }: Connection, file: OutgoingMedia): Promise<File> {
  const { data } = await api({
    path: '/media/upload/initialize',
    token: accessToken,
    schema: Media,
    body: {
      media_type: file.contentType,
      media_category: categoryOf(file.contentType),
      total_bytes: file.size,
    },
  })
  return { id: data.id, segments: 0, finalized: false, ready: false }
}

async function send(
  api: Api,
  { accessToken: token }: Connection,
  file: OutgoingMedia,
  state: File,
  deadline: number,
): Promise<void> {
  const path = `/media/upload/${encodeURIComponent(state.id)}`
  const segments = Math.ceil(file.size / segmentBytes)
  while (state.segments < segments) {
    if (performance.now() > deadline) throw stillBusy('uploaded', 5)
    const start = state.segments * segmentBytes
    const bytes = await file.read(start, Math.min(start + segmentBytes, file.size))
    const body = new FormData()
    body.set('segment_index', String(state.segments))
    body.set('media', new Blob([bytes], { type: file.contentType }), file.name)
    await api.answer({ path: `${path}/append`, token, body })
    state.segments += 1
  }
  if (performance.now() > deadline) throw stillBusy('uploaded', 1)
  let finalized: Uploaded | undefined
  if (!state.finalized) {
    finalized = await api({ method: 'POST', path: `${path}/finalize`, token, schema: Media })
    state.finalized = true
  }
  const look = async () => {
    const { processing_info: work } = (finalized ?? (await statusOf(api, token, state.id))).data
    finalized = undefined
    if (work === undefined || work.state === 'succeeded') return undefined
    if (work.state === 'failed') {
      const why = work.error?.message ?? 'no reason given'
      throw new NetworkError('fix_content', `The network cannot use ${file.name}: ${why}`)
    }
    return Math.max(1, work.check_after_secs ?? 1) * 1_000
  }
  await poll(deadline, look, (pauseMs) => stillBusy('worked through', pauseMs / 1_000))
}

const statusOf = (api: Api, token: string, id: string): Promise<Uploaded> =>
  api({ path: '/media/upload', token, query: { command: 'STATUS', media_id: id }, schema: Media })

const stillBusy = (what: string, retryAfter: number): NetworkError =>
  new NetworkError('retry', `The media are still being ${what}`, { code: 'in_progress', retryAfter })

import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import type { Connection, OutgoingMedia, OutgoingPost } from '../provider.ts'
import { isVideo, pictureText, poll, resume, sendParts, stillBusy } from '../upload.ts'

const Media = z.object({
  data: z.object({
    id: z.coerce.string().min(1),
    processing_info: z
      .object({
        state: z.string(),
        check_after_secs: z.number().optional(),
        error: z.object({ message: z.string().optional() }).optional(),
      })
      .optional(),
  }),
})

const File = z.object({
  id: z.string(),
  segments: z.number(),
  finalized: z.boolean(),
  described: z.boolean().default(false),
  ready: z.boolean(),
})
const Kept = z.object({ at: z.number(), files: z.array(File) })
type File = z.output<typeof File>

const segmentBytes = 4 * 1024 * 1024

const toCategory = (file: OutgoingMedia): string =>
  isVideo(file) ? 'tweet_video' : file.contentType === 'image/gif' ? 'tweet_gif' : 'tweet_image'

/**
 * Uploads a post's media and returns their ids. Throws `retry` at the deadline. The next attempt
 * continues.
 */
export async function uploadMedia(
  api: Api,
  by: Connection,
  { media, progress }: Pick<OutgoingPost, 'media' | 'progress'>,
  { deadline, now }: { deadline: number; now: Date },
): Promise<string[]> {
  if (media.length === 0) return []
  return resume({ progress, now, restarts: true }, Kept, { files: [] }, async ({ files }) => {
    for (const [index, file] of media.entries()) {
      files[index] ??= await begin(api, by, file)
      if (!files[index].ready) await send(api, { by, file, state: files[index], deadline })
      files[index].ready = true
    }
    // Leave enough of the caller's minute for the post itself.
    if (performance.now() > deadline) throw stillBusy('uploaded', 1)
    return files.map(({ id }) => id)
  })
}

async function begin(api: Api, by: Connection, file: OutgoingMedia): Promise<File> {
  const body = {
    media_type: file.contentType,
    media_category: toCategory(file),
    total_bytes: file.size,
  }
  const { data } = await api({ path: '/media/upload/initialize', by, schema: Media, body })
  return { id: data.id, segments: 0, finalized: false, described: false, ready: false }
}

async function send(
  api: Api,
  {
    by,
    file,
    state,
    deadline,
  }: { by: Connection; file: OutgoingMedia; state: File; deadline: number },
): Promise<void> {
  const path = `/media/upload/${encodeURIComponent(state.id)}`
  await sendParts(
    { from: state.segments * segmentBytes, size: file.size, deadline },
    async (at) => {
      const next = Math.min(at + segmentBytes, file.size)
      const body = new FormData()
      body.set('segment_index', String(state.segments))
      body.set(
        'media',
        new Blob([await file.read(at, next)], { type: file.contentType }),
        file.name,
      )
      await api.answer({ path: `${path}/append`, by, body })
      state.segments += 1
      return next
    },
  )
  if (performance.now() > deadline) throw stillBusy('uploaded', 1)
  let answer: z.output<typeof Media> | undefined
  if (!state.finalized) {
    answer = await api({ method: 'POST', path: `${path}/finalize`, by, schema: Media })
    state.finalized = true
  }
  const text = pictureText(file)
  if (text !== undefined && !state.described) {
    const metadata = { alt_text: { text } }
    await api.answer({ path: '/media/metadata', by, body: { id: state.id, metadata } })
    state.described = true
  }
  const query = { command: 'STATUS', media_id: state.id }
  const look = async () => {
    answer ??= await api({ path: '/media/upload', by, query, schema: Media })
    const { processing_info: work } = answer.data
    answer = undefined
    if (work === undefined || work.state === 'succeeded') return undefined
    if (work.state === 'failed') {
      const why = work.error?.message ?? 'no reason given'
      throw new NetworkError('fix_content', `The network cannot use ${file.name}: ${why}`)
    }
    return Math.max(1, work.check_after_secs ?? 1) * 1_000
  }
  await poll(deadline, look, (pauseMs) => stillBusy('processed', pauseMs / 1_000))
}

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { CreateDeps } from '../define-provider.ts'
import type { Connection, MediaFile, Provider, Published } from '../provider.ts'
import { uploadBudget } from '../upload.ts'
import type { ForumApi } from './forum-api.ts'
import { posterImage } from './poster-image.ts'
import { findSubmitted } from './read-back.ts'
import { readThread } from './read-thread.ts'
import { type Submission, submitForm, toSubmission } from './submission.ts'
import { uploadMedia } from './upload-media.ts'

const answer = <S extends z.ZodType>(data: S) => z.object({ json: z.object({ data }) })
const Submitted = answer(z.object({ name: z.string().optional(), url: z.string().nullish() }))
const Thing = z.object({ data: z.object({ name: z.string().min(1) }) })
const Commented = answer(z.object({ things: z.array(Thing).min(1) }))

/** Pauses in milliseconds between checks while the network processes a post's file. */
const looks = [300, 700, 1_000, 2_000, 3_000, 4_000]

export function forumnetPublishing(
  api: ForumApi,
  apiUrl: string,
  { client, publishMs, now }: CreateDeps,
): Pick<Provider, 'publish' | 'comment' | 'readComments' | 'findPost'> {
  const submit = async (
    by: Connection,
    form: Record<string, string>,
  ): Promise<Published | undefined> => {
    const { json } = await api({ by, path: '/api/submit', form, creates: true, schema: Submitted })
    const { name, url } = json.data
    return name === undefined ? undefined : { externalId: name, externalUrl: url ?? null }
  }
  const upload = (by: Connection, file: MediaFile) => uploadMedia({ client, api, apiUrl }, by, file)

  /** Submits a post with a file. The network returns no id, so the post is looked up afterwards. */
  const submitMedia = async (
    connection: Connection,
    submission: Submission,
    file: MediaFile,
    form: Record<string, string>,
  ): Promise<Published> => {
    const since = now()
    const deadline = performance.now() + uploadBudget(publishMs, file.size)
    const before = await findSubmitted(api, connection, submission, since)
    const url = await upload(connection, file)
    const image = posterImage(640, 360)
    const poster: MediaFile = {
      contentType: 'image/png',
      name: 'poster.png',
      size: image.length,
      read: async (start, end) => image.slice(start, end),
    }
    const more =
      submission.kind === 'video' ? { video_poster_url: await upload(connection, poster) } : {}
    // Nothing has been posted yet, and the caller does not wait any longer.
    if (performance.now() > deadline) {
      throw new NetworkError('retry', 'The network took too long to process the file')
    }
    const submitted = await submit(connection, { ...form, url, ...more })
    if (submitted !== undefined) return submitted
    const earlierIds = new Set(before.map(({ externalId }) => externalId))
    for (const wait of looks) {
      if (performance.now() + wait > deadline) break
      await sleep(wait)
      const found = await findSubmitted(api, connection, submission, since).catch(() => [])
      const made = found.filter(({ externalId }) => !earlierIds.has(externalId))
      if (made.length === 1 && made[0] !== undefined) return made[0]
    }
    throw new NetworkError('unknown', 'The network accepted the file but shows no post yet')
  }

  return {
    async publish(connection, post) {
      const submission = toSubmission(post)
      const form = submitForm(submission, post.fields)
      if (submission.file !== null)
        return submitMedia(connection, submission, submission.file, form)
      const submitted = await submit(connection, form)
      if (submitted !== undefined) return submitted
      throw new NetworkError('unknown', 'The network did not say which post it created')
    },
    async comment(by, externalId, message) {
      const form = { thing_id: externalId, text: message }
      const { json } = await api({
        by,
        path: '/api/comment',
        form,
        creates: true,
        schema: Commented,
      })
      return { externalId: json.data.things[0]?.data.name ?? '' }
    },
    readComments: readThread(api),
    findPost: (connection, post, since) =>
      findSubmitted(api, connection, toSubmission(post), since),
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Connection, MediaFile, Provider, Published } from '../provider.ts'
import { uploadBudget } from '../upload.ts'
import { asCaller, type ForumApi } from './forum-api.ts'
import { posterImage } from './poster-image.ts'
import { findSubmitted, readThread } from './read-back.ts'
import { type Submission, submissionOf, submitForm } from './submission.ts'
import type { UploadMedia } from './upload-media.ts'

const Submitted = z.looseObject({
  json: z.looseObject({
    data: z.looseObject({ name: z.string().optional(), url: z.string().nullish() }),
  }),
})
const Commented = z.looseObject({
  json: z.looseObject({
    data: z.looseObject({
      things: z.array(z.looseObject({ data: z.looseObject({ name: z.string().min(1) }) })).min(1),
    }),
  }),
})

/** Waits between looks for a post whose file is still being worked on, in milliseconds. */
const looks = [300, 700, 1_000, 2_000, 3_000, 4_000]

/** Posting, commenting and reading back in a forum. */
export function forumnetPublishing(
  api: ForumApi,
  uploadMedia: UploadMedia,
  publishMs: number,
  now: () => Date,
): Pick<Provider, 'publish' | 'comment' | 'readComments' | 'findPost'> {
  const submit = async (connection: Connection, form: Record<string, string>) => {
    const { json } = await api({
      ...asCaller(connection),
      path: '/api/submit',
      form,
      creates: true,
      schema: Submitted,
    })
    return json.data
  }

  /** A post with a file: the network takes it without naming it, so that it is looked for afterwards. */
  const submitMedia = async (
    connection: Connection,
    submission: Submission,
    form: Record<string, string>,
  ): Promise<Published> => {
    const { file } = submission
    if (file === null) throw new Error('A submission with media has a file')
    const since = now()
    const deadline = performance.now() + uploadBudget(publishMs, file.size)
    const before = await findSubmitted(api, connection, submission, since)
    const url = await uploadMedia(connection, file)
    const image = posterImage(640, 360)
    const poster: MediaFile = {
      ...{ contentType: 'image/png', name: 'poster.png', size: image.length },
      read: async (start, end) => image.slice(start, end),
    }
    const more =
      submission.kind === 'video' ? { video_poster_url: await uploadMedia(connection, poster) } : {}
    // Nothing was posted yet; later on nobody would wait for the answer.
    if (performance.now() > deadline) {
      throw new NetworkError('retry', 'The network takes too long for the file')
    }
    const { name, url: address } = await submit(connection, { ...form, url, ...more })
    if (name !== undefined) return { externalId: name, externalUrl: address ?? null }
    const known = new Set(before.map(({ externalId }) => externalId))
    for (const wait of looks) {
      if (performance.now() + wait > deadline) break
      await sleep(wait)
      const found = await findSubmitted(api, connection, submission, since).catch(() => [])
      const made = found.filter(({ externalId }) => !known.has(externalId))
      if (made.length === 1 && made[0] !== undefined) return made[0]
    }
    throw new NetworkError('unknown', 'The network took the file and shows no post yet')
  }

  return {
    async publish(connection, post) {
      const submission = submissionOf(post)
      const form = submitForm(submission, post.fields)
      if (submission.file !== null) return submitMedia(connection, submission, form)
      const { name, url } = await submit(connection, form)
      if (name !== undefined) return { externalId: name, externalUrl: url ?? null }
      throw new NetworkError('unknown', 'The network did not say which post it made')
    },
    async comment(connection, externalId, message) {
      const { json } = await api({
        ...asCaller(connection),
        path: '/api/comment',
        form: { thing_id: externalId, text: message },
        creates: true,
        schema: Commented,
      })
      return { externalId: json.data.things[0]?.data.name ?? '' }
    },
    readComments: (connection, externalId) => readThread(api, connection, externalId),
    findPost: (connection, post, since) => findSubmitted(api, connection, submissionOf(post), since),
  }
}

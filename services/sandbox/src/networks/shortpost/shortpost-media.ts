import { isTooLarge, mostAltText, takesPictureType } from '../post-limits.ts'
import { invalid, only, ShortpostProblem } from './shortpost-problem.ts'
import { type ShortpostMedia, type ShortpostState, snowflake } from './shortpost-state.ts'

const categories: Readonly<Record<string, readonly string[]>> = {
  'image/gif': ['tweet_image', 'tweet_gif'],
  'video/mp4': ['tweet_video', 'amplify_video'],
}
const largestSegment = 5_242_880
const dayAndMore = 86_400

/** Announces a file (step 1 of 3). */
export function initialize(
  state: ShortpostState,
  userId: string,
  body: unknown,
  now: Date,
): object {
  const asked = only(body, 'body', [
    'media_type',
    'media_category',
    'total_bytes',
    'shared',
    'additional_owners',
  ])
  const contentType = String(asked['media_type'] ?? '')
  if (contentType !== 'video/mp4' && !takesPictureType('shortpost', contentType))
    throw invalid('media_type', `$.media_type: ${contentType} is not supported`)
  if (!(categories[contentType] ?? ['tweet_image']).includes(String(asked['media_category']))) {
    throw invalid('media_category', '$.media_category: does not fit media_type')
  }
  const total = asked['total_bytes']
  if (
    typeof total !== 'number' ||
    !Number.isInteger(total) ||
    total <= 0 ||
    isTooLarge('shortpost', contentType, total)
  ) {
    throw invalid('total_bytes', '$.total_bytes: is missing or too large')
  }
  const id = snowflake(now)
  const media: ShortpostMedia = {
    id,
    userId,
    contentType,
    totalBytes: total,
    segments: new Map(),
    state: 'uploading',
    turnsLeft: 0,
  }
  state.media.set(id, media)
  return { data: { id, media_key: `3_${id}`, expires_after_secs: dayAndMore } }
}

function mine(state: ShortpostState, userId: string, id: string): ShortpostMedia {
  const media = state.media.get(id)
  if (media?.userId !== userId)
    throw new ShortpostProblem(404, `Could not find media with id: [${id}].`)
  return media
}

/** Receives one segment (step 2 of 3). */
export async function append(
  state: ShortpostState,
  userId: string,
  id: string,
  form: FormData,
): Promise<object> {
  const media = mine(state, userId, id)
  const index = Number(form.get('segment_index') ?? Number.NaN)
  const part = form.get('media')
  if (media.state !== 'uploading') throw invalid('id', 'The upload is finalized')
  if (!Number.isInteger(index) || index < 0 || index > 999) {
    throw invalid('segment_index', '$.segment_index: has to be 0 to 999')
  }
  if (!(part instanceof Blob) || part.size === 0 || part.size > largestSegment) {
    throw invalid('media', '$.media: a segment is at most 5 MiB')
  }
  media.segments.set(index, part.size)
  return { data: { expires_at: 0 } }
}

/**
 * Completes the file (step 3 of 3). All segments must be present. A video is then processed for a
 * while.
 */
export function finalize(state: ShortpostState, userId: string, id: string): object {
  const media = mine(state, userId, id)
  const arrived = [...media.segments.values()].reduce((sum, bytes) => sum + bytes, 0)
  const gaps = [...media.segments.keys()].some((index) => index >= media.segments.size)
  if (media.state !== 'uploading' || gaps || arrived !== media.totalBytes) {
    throw invalid('id', `Segments do not add up to provided total file size: ${arrived}`)
  }
  const video = media.contentType.startsWith('video/')
  media.state = video && state.processingTurns > 0 ? 'pending' : 'succeeded'
  media.turnsLeft = state.processingTurns
  return shown(media)
}

/** Returns a file's processing state. Every call advances it. */
export function status(
  state: ShortpostState,
  userId: string,
  query: Record<string, string>,
): object {
  if (query['command'] !== 'STATUS') throw invalid('command', 'command has to be STATUS')
  const media = mine(state, userId, query['media_id'] ?? '')
  if (media.state === 'pending' || media.state === 'in_progress') {
    media.turnsLeft -= 1
    const ended = state.processingFails ? 'failed' : 'succeeded'
    media.state = media.turnsLeft > 0 ? 'in_progress' : ended
  }
  return shown(media)
}

/** Stores a picture's alternative text, as `POST /2/media/metadata` does. */
export function describeMedia(state: ShortpostState, userId: string, body: unknown): object {
  const { id, metadata } = only(body, 'body', ['id', 'metadata'])
  const media = mine(state, userId, String(id ?? ''))
  const { alt_text: sent } = only(metadata, 'metadata', ['alt_text'])
  const { text } = only(sent, 'metadata.alt_text', ['text'])
  if (typeof text !== 'string' || text === '' || [...text].length > mostAltText('shortpost'))
    throw invalid('metadata.alt_text.text', '$.metadata.alt_text.text: is empty or too long')
  if (media.contentType.startsWith('video/')) throw invalid('id', 'A video has no alt text')
  media.altText = text
  return { data: { id: media.id, associated_metadata: { alt_text: { text } } } }
}

const shown = ({ id, state, totalBytes, contentType }: ShortpostMedia): object => ({
  data: {
    id,
    media_key: `3_${id}`,
    size: totalBytes,
    expires_after_secs: dayAndMore,
    ...(contentType.startsWith('video/') && state !== 'uploading'
      ? {
          processing_info: {
            state,
            ...(state === 'pending' || state === 'in_progress' ? { check_after_secs: 1 } : {}),
            ...(state === 'failed'
              ? { error: { code: 1, name: 'InvalidMedia', message: 'Bad video' } }
              : {}),
          },
        }
      : {}),
  },
})

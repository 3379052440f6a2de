import type { MediaExtension } from '@atrium/asset-key'
import { type AppError, commonErrors, storageErrors } from '@atrium/contracts'
import { type MovieOutcome, PictureError, type PictureType, stripMovie } from '@atrium/pictures'
import type { Deps } from '../deps.ts'
import type { StagedMedia } from './stage-media.ts'

type PrepareDeps = Pick<Deps, 'pictures'>

/**
 * Checks that a staged picture can be decoded, and removes location and device data from a picture
 * or video unless `keepMetadata` is set. Returns how many bytes to store. Throws
 * `picture_unreadable` (415), `payload_too_large` (413), `unsupported_media_type` (415) for a video
 * whose data cannot be removed, and `unavailable` (503).
 */
export async function prepareMedia(
  deps: PrepareDeps,
  orgId: string,
  { media, staged, keepMetadata }: StagedMedia & { keepMetadata: boolean },
): Promise<number> {
  if (media.mediaClass === 'image') {
    const read = () => staged.read(0, staged.bytes)
    const stripped = await checkPicture(deps, { orgId, type: media.extension, keepMetadata, read })
    if (stripped === null) return staged.bytes
    await staged.replace(stripped)
    return stripped.length
  }
  if (media.extension === 'mp4' && !keepMetadata) {
    const refusal = movieRefusals[await stripMovie(staged)]
    if (refusal !== undefined) throw commonErrors.unsupported_media_type({ message: refusal })
  }
  return staged.bytes
}

/** Tells a user why a video cannot be stored without its location data. */
export const movieRefusals: Readonly<Record<MovieOutcome, string | undefined>> = {
  stripped: undefined,
  unreadable: 'This video cannot be read. Export it again.',
  measured:
    'This video may contain location data that cannot be removed. Keep the location data, or export the video without it.',
}

interface Unchecked {
  readonly orgId: string
  readonly type: MediaExtension
  readonly keepMetadata: boolean
  /** Called when the picture's turn comes. */
  read(): Promise<Uint8Array>
}

/**
 * Checks a picture. Returns the picture without location and device data, or null if nothing must
 * be removed. Throws the picture errors of `prepareMedia`.
 */
export async function checkPicture(
  { pictures }: PrepareDeps,
  unchecked: Unchecked,
): Promise<Uint8Array | null> {
  const { orgId, keepMetadata, read } = unchecked
  // Uploads have a separate lane, so readers of the organisation's pictures do not delay them.
  const work = { do: 'check', type: unchecked.type as PictureType, keepMetadata } as const
  return pictures.run({ lane: `upload:${orgId}`, work, read }).catch((error: unknown) => {
    throw error instanceof PictureError ? refusals[error.problem](error) : error
  })
}

const refusals: Readonly<Record<PictureError['problem'], (cause: PictureError) => AppError>> = {
  unreadable: (cause) => storageErrors.picture_unreadable({ cause }),
  too_large: (cause) =>
    commonErrors.payload_too_large({
      message:
        'This picture has too many pixels. Send one of at most 100 megapixels, or 25 as AVIF, WebP or GIF.',
      cause,
    }),
  busy: () => commonErrors.unavailable({ details: { retryAfterSeconds: 5 } }),
  stopped: () => commonErrors.unavailable({ details: { retryAfterSeconds: 5 } }),
}

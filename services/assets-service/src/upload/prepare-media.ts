import type { MediaExtension } from '@atrium/asset-key'
import { type AppError, commonErrors, storageErrors } from '@atrium/contracts'
import { type MovieOutcome, PictureError, type PictureType, stripMovie } from '@atrium/pictures'
import type { Deps } from '../deps.ts'
import type { StagedMedia } from './stage-media.ts'

type PrepareDeps = Pick<Deps, 'pictures'>

/**
 * Checks that a staged picture can be decoded, and removes location and device data of a picture or video. Returns the
 * bytes that will be stored. Throws `picture_unreadable` (415), `payload_too_large` (413), `unavailable` (503).
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

/** Why a video is not stored without its location data, for people. */
export const movieRefusals: Readonly<Record<MovieOutcome, string | undefined>> = {
  stripped: undefined,
  unreadable: 'The parts of this video cannot be read',
  measured:
    'This video holds positions that cannot be removed. Keep its location and camera data, or export it without them.',
}

interface Unchecked {
  readonly orgId: string
  readonly type: MediaExtension
  readonly keepMetadata: boolean
  /** Called when the picture's turn comes. */
  read(): Promise<Uint8Array>
}

/** The picture without location and device data, or null if nothing has to be removed. Throws as `prepareMedia`. */
export async function checkPicture(
  { pictures }: PrepareDeps,
  unchecked: Unchecked,
): Promise<Uint8Array | null> {
  const { orgId, keepMetadata, read } = unchecked
  // Uploads have lanes of their own, so that the readers of an organisation's pictures do not hold them up.
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

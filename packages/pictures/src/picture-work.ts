/** The stored picture types by file extension. */
export type PictureType = 'jpg' | 'png' | 'webp' | 'gif' | 'avif'

/**
 * A picture's pixels as shown, with its orientation applied. In a sequence, the first picture
 * counts.
 */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** A picture process's work on one picture. */
export type PictureWork =
  /** Decodes the whole picture. The result is the picture without location and device data, or null if it has none. */
  | { readonly do: 'check'; readonly type: PictureType; readonly keepMetadata: boolean }
  /** The result is null if the picture is animated or not wider than `width`. */
  | { readonly do: 'thumbnail'; readonly type: PictureType; readonly width: number }
  /**
   * The result is a JPEG on white within `width` times `height`, because a PDF embeds a JPEG
   * unchanged.
   */
  | { readonly do: 'flatten'; readonly width: number; readonly height: number }

/**
 * Why there is no result. `unreadable`: the decoder refuses the picture. `too_large`: the picture
 * has too many pixels for its type, or needs too much memory or time. `busy`: too many pictures
 * wait, in total or in this lane. `stopped`: the service stops.
 */
export type PictureProblem = 'unreadable' | 'too_large' | 'busy' | 'stopped'

export class PictureError extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem, message: string) {
    super(message)
    this.name = 'PictureError'
    this.problem = problem
  }
}

const megapixels = 1_000_000

/**
 * The maximum pixels per picture, across all frames. JPEG and PNG are decoded line by line, the
 * others as a whole (docs/reference/assets.md, "Types and caps").
 */
export const mostPixels: Readonly<Record<PictureType, number>> = {
  jpg: 100 * megapixels,
  png: 100 * megapixels,
  webp: 25 * megapixels,
  gif: 25 * megapixels,
  avif: 25 * megapixels,
}

/** Reads the size of a picture from its header. */
export interface MeasureWork {
  readonly do: 'measure'
  readonly type: PictureType
}

export interface PictureRequest {
  readonly work: PictureWork | MeasureWork
  readonly bytes: Uint8Array
}

/** A picture process's response to its only current request. */
export type PictureResponse =
  | { readonly bytes: Uint8Array | null }
  | { readonly size: PictureSize }
  | { readonly problem: PictureProblem; readonly message: string }

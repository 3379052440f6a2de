/** The types of pictures that are stored, by their file extension. */
export type PictureType = 'jpg' | 'png' | 'webp' | 'gif' | 'avif'

/** What a picture process does with one picture. */
export type PictureWork =
  /** Decodes the whole picture. The result is the picture without location and device data, or null if it has none. */
  | { readonly do: 'check'; readonly type: PictureType; readonly keepMetadata: boolean }
  /** Null if the picture moves or is not wider than `width`. */
  | { readonly do: 'thumbnail'; readonly type: PictureType; readonly width: number }
  /** A JPEG on white that fits into `width` times `height`, because a PDF takes a JPEG as it is. */
  | { readonly do: 'flatten'; readonly width: number; readonly height: number }

/**
 * Why there is no result. `unreadable`: the decoder refuses the picture. `too_large`: more pixels than its type may have, or
 * more memory or time than a decoder gets. `busy`: too many pictures wait, in all or in this lane. `stopped`: the service stops.
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
 * The most pixels of a picture, all frames together. JPEG and PNG are decoded line by line, the others as a whole.
 * docs/reference/assets.md, "Types and caps".
 */
export const mostPixels: Readonly<Record<PictureType, number>> = {
  jpg: 100 * megapixels,
  png: 100 * megapixels,
  webp: 25 * megapixels,
  gif: 25 * megapixels,
  avif: 25 * megapixels,
}

/** A request to a picture process. */
export interface PictureRequest {
  readonly work: PictureWork
  readonly bytes: Uint8Array
}

/** The response of a picture process to its one current request. */
export type PictureResponse =
  | { readonly bytes: Uint8Array | null }
  | { readonly problem: PictureProblem; readonly message: string }

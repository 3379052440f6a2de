import { PictureError, type PictureType } from '../picture-work.ts'
import { stripAvif } from './strip-avif.ts'
import { stripGif } from './strip-gif.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './strip-webp.ts'

const strippers: Readonly<Record<PictureType, (bytes: Buffer) => Buffer | undefined>> = {
  jpg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
  gif: stripGif,
  avif: stripAvif,
}

/**
 * The picture without location and device data. Its pixels, colour profile and orientation stay as they are, because
 * nothing is encoded again. Null if there was nothing to remove. Throws a `PictureError` for a broken container.
 */
export function stripPicture(bytes: Buffer, type: PictureType): Buffer | null {
  const stripped = strippers[type](bytes)
  if (stripped === undefined)
    throw new PictureError('unreadable', `The blocks of the ${type} file are not whole`)
  return stripped.equals(bytes) ? null : stripped
}

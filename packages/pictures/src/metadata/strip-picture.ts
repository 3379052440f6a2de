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
 * Returns the picture without location and device data, or null if there was nothing to remove.
 * Pixels, colour profile and orientation stay, because nothing is encoded again. Throws a
 * `PictureError` if the container is broken.
 */
export function stripPicture(bytes: Buffer, type: PictureType): Buffer | null {
  const stripped = strippers[type](bytes)
  if (stripped === undefined)
    throw new PictureError('unreadable', `The blocks of the ${type} file are not whole`)
  return stripped.equals(bytes) ? null : stripped
}

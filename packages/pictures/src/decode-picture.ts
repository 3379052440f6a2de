import sharp from 'sharp'
import { stripPicture } from './metadata/strip-picture.ts'
import {
  mostPixels,
  PictureError,
  type PictureSize,
  type PictureType,
  type PictureWork,
} from './picture-work.ts'

const timeoutSeconds = 10

/** The decoder and encoder name for each type. */
const encodings = {
  jpg: { format: 'jpeg', encoder: 'jpeg', options: { quality: 80 } },
  png: { format: 'png', encoder: 'png', options: {} },
  webp: { format: 'webp', encoder: 'webp', options: { quality: 80 } },
  gif: { format: 'gif', encoder: 'gif', options: {} },
  avif: { format: 'heif', encoder: 'avif', options: { quality: 50, effort: 2 } },
} as const satisfies Record<PictureType, object>

const types = Object.keys(encodings) as PictureType[]

sharp.cache(false)
sharp.concurrency(1)
// Allows only decoders for uploadable types, because each decoder is an attack target.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})

/** Runs one piece of work. Throws a `PictureError`. Only picture processes call this. */
export async function decodePicture(bytes: Buffer, work: PictureWork): Promise<Uint8Array | null> {
  try {
    if (work.do === 'check') return await check(bytes, work)
    if (work.do === 'thumbnail') return await drawThumbnail(bytes, work)
    return await flatten(bytes, work)
  } catch (error) {
    throw toPictureError(error)
  }
}

/**
 * Reads a picture's size from its header. Throws a `PictureError`. Only picture processes call
 * this.
 */
export async function measurePicture(bytes: Buffer, type: PictureType): Promise<PictureSize> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw toPictureError(error)
    })
  if (header.format !== encodings[type].format) {
    throw new PictureError('unreadable', `A file of type ${type} holds ${header.format}`)
  }
  const { width, height } = header.autoOrient
  return { width, height }
}

function toPictureError(error: unknown): PictureError {
  if (error instanceof PictureError) return error
  return new PictureError('unreadable', error instanceof Error ? error.message : String(error))
}

/**
 * Reads the header and checks type and pixels. With `error` the decoder refuses truncated data, but
 * tolerates the warnings caused by many old files.
 */
async function open(bytes: Buffer, expected: PictureType | undefined) {
  const animated = expected === 'gif' || expected === 'webp'
  const options = {
    failOn: 'error',
    sequentialRead: true,
    animated,
    limitInputPixels: false,
  } as const
  const header = await sharp(bytes, options).metadata()
  const type = types.find((one) => encodings[one].format === header.format)
  if (type === undefined || (expected !== undefined && type !== expected)) {
    throw new PictureError(
      'unreadable',
      `A file of type ${expected ?? 'picture'} holds ${header.format}`,
    )
  }
  const pixels = header.width * header.height
  if (pixels > mostPixels[type]) {
    throw new PictureError(
      'too_large',
      `The picture has ${pixels} pixels, and its type may have ${mostPixels[type]}`,
    )
  }
  return { type, header, image: sharp(bytes, { ...options, limitInputPixels: mostPixels[type] }) }
}

async function check(bytes: Buffer, { type, keepMetadata }: Extract<PictureWork, { do: 'check' }>) {
  const { image, header } = await open(bytes, type)
  // A reduction reads every line, so it finds a truncated end. A sequence has to keep its page
  // height.
  const reduced =
    (header.pages ?? 1) > 1 ? image.resize({ width: 16 }) : image.resize(16, 16, { fit: 'fill' })
  await reduced.raw().timeout({ seconds: timeoutSeconds }).toBuffer()
  // Runs even if the result is not needed, because the decoder accepts a sequence whose last blocks
  // are cut off.
  const stripped = stripPicture(bytes, type)
  return keepMetadata ? null : stripped
}

async function drawThumbnail(
  bytes: Buffer,
  { type, width }: Extract<PictureWork, { do: 'thumbnail' }>,
) {
  if (isSequence(bytes, type)) return null
  const { image, header } = await open(bytes, type)
  if ((header.pages ?? 1) > 1 || header.autoOrient.width <= width) return null
  const { encoder, options } = encodings[type]
  return image
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toFormat(encoder, options)
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
}

async function flatten(bytes: Buffer, { width, height }: Extract<PictureWork, { do: 'flatten' }>) {
  const { image } = await open(bytes, undefined)
  return image
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
}

/**
 * True if the file is a sequence, such as an animated PNG or an AVIF sequence. The decoder reads
 * only its first image.
 */
function isSequence(bytes: Buffer, type: PictureType): boolean {
  if (type === 'avif') return ['avis', 'msf1'].includes(bytes.toString('latin1', 8, 12))
  return type === 'png' && bytes.subarray(0, Math.max(0, bytes.indexOf('IDAT'))).includes('acTL')
}

import type { AssetExtension } from '@atrium/asset-key'
import sharp from 'sharp'

/** A photograph of 24 megapixels; a decoded pixel takes four bytes, of 16-bit images eight. */
const limitInputPixels = 25_000_000
const timeoutSeconds = 10

/** The name of each type in the metadata of the library, and its encoding. */
const encodings = {
  jpg: { format: 'jpeg', encoder: 'jpeg', options: { quality: 80 } },
  png: { format: 'png', encoder: 'png', options: {} },
  webp: { format: 'webp', encoder: 'webp', options: { quality: 80 } },
  gif: { format: 'gif', encoder: 'gif', options: {} },
  avif: { format: 'heif', encoder: 'avif', options: { quality: 50, effort: 2 } },
} as const

const hasThumbnails = (extension: AssetExtension): extension is keyof typeof encodings =>
  extension in encodings

sharp.cache(false)
sharp.concurrency(1)
// Of the decoders only those of the types that uploads have.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})

/**
 * The image upright and `width` pixels wide; undefined for one that moves, is smaller or no picture. Throws for a file
 * that the decoder refuses, for one of more than 25 megapixels, and after ten seconds.
 */
export async function renderThumbnail(bytes: Buffer, extension: AssetExtension, width: number) {
  if (!hasThumbnails(extension)) return undefined
  if (isSequence(bytes, extension)) return undefined
  const { format, encoder, options } = encodings[extension]
  const image = sharp(bytes, { limitInputPixels })
  const { pages = 1, autoOrient, ...found } = await image.metadata()
  if (found.format !== format) throw new TypeError(`A file of type ${extension} holds ${found.format}`)
  if (pages > 1 || autoOrient.width <= width) return undefined
  return image
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toFormat(encoder, options)
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
}

/** Sequences of which the decoder knows the first image alone: a PNG with animation control, an AVIF of that brand. */
function isSequence(bytes: Buffer, extension: AssetExtension): boolean {
  if (extension === 'avif') return ['avis', 'msf1'].includes(bytes.toString('latin1', 8, 12))
  return extension === 'png' && bytes.subarray(0, Math.max(0, bytes.indexOf('IDAT'))).includes('acTL')
}

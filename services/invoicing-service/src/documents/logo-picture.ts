import sharp from 'sharp'

/** A photograph of 24 megapixels. */
const limitInputPixels = 25_000_000
const timeoutSeconds = 5
/** Four pixels for a point of its place on the page. */
const size = { width: 640, height: 192 } as const

sharp.cache(false)
sharp.concurrency(1)
// Of the decoders only those of the types that uploads have.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})

/**
 * The picture as a JPEG on white: a PDF takes it as it is, while a PNG is decoded again for each document. Throws for a
 * file that the decoder refuses, and after five seconds.
 */
export const logoPicture = (bytes: Uint8Array): Promise<Uint8Array> =>
  sharp(bytes, { limitInputPixels })
    .autoOrient()
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()

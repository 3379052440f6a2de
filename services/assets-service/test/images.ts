import { crc32 } from 'node:zlib'
import sharp from 'sharp'

const colour = { r: 200, g: 80, b: 40 }

/** Returns a still image of one colour in this type's encoding. */
export const buildImage = (
  type: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif',
  width: number,
  height: number,
) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(type)
    .toBuffer()

export const buildMovingImage = (type: 'webp' | 'gif', width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3 * 2, 10)
  pixels.fill(200, width * height * 3)
  const raw = { width, height: height * 2, channels: 3, pageHeight: height } as const
  return sharp(pixels, { raw }).toFormat(type).toBuffer()
}

/** Returns a JPEG that lies on its side. `width` and `height` are the stored size. */
export const buildLyingImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** Returns a small PNG whose header claims another size. */
export async function buildClaimingPng(width: number, height: number): Promise<Buffer> {
  const png = Buffer.from(await buildImage('png', 10, 10))
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** Returns a still PNG with an animation chunk before its picture. */
export async function buildMovingPng(width: number, height: number): Promise<Buffer> {
  const png = await buildImage('png', width, height)
  const chunk = Buffer.alloc(20)
  chunk.writeUInt32BE(8, 0)
  chunk.write('acTL', 4, 'latin1')
  chunk.writeUInt32BE(1, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

import { crc32, deflateSync } from 'node:zlib'

const base64 = (text: string) => Buffer.from(text, 'base64')
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function pngChunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  return Buffer.concat([u32(body.length), named, u32(crc32(named))])
}

/** Returns a PNG of exactly `bytes` bytes (at least 100). A private chunk fills the rest. */
export function buildPng(bytes = 100): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const header = pngChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]))
  const data = pngChunk('IDAT', deflateSync(Buffer.from([0, 127])))
  const end = pngChunk('IEND', Buffer.alloc(0))
  const rest = bytes - signature.length - header.length - data.length - end.length - 12
  return Buffer.concat([signature, header, pngChunk('prVt', Buffer.alloc(rest, 0x41)), data, end])
}

/** Returns a mono 8-bit wave file of exactly `bytes` bytes (at least 44). */
export function buildWav(bytes = 144): Buffer {
  const file = Buffer.alloc(bytes, 0x80)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(bytes - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(8000, 24)
  file.writeUInt32LE(8000, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(bytes - 44, 40)
  return file
}

/** Returns an MP4 file's first `bytes` bytes (at least 40), up to its media data. */
export function mp4Head(bytes: number): Buffer {
  const type = Buffer.concat([u32(32), Buffer.from('ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1')])
  return Buffer.concat([type, u32(bytes - 32), Buffer.from('mdat')])
}

/** Returns a file type box with these brands, the major one first, and a media data box. */
export const fileType = (major: string, ...compatible: string[]): Buffer =>
  Buffer.concat([
    u32(16 + 4 * compatible.length),
    Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1'),
    u32(16),
    Buffer.from('mdat01234567', 'latin1'),
  ])

/** Returns an MP4 file of exactly `bytes` bytes (at least 40). */
export const mp4Of = (bytes = 200): Buffer =>
  Buffer.concat([mp4Head(bytes), Buffer.alloc(bytes - 40, 7)])

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** Returns an MP4 with a video track in this size after a megabyte of samples. */
export function buildMovie(movie: { width: number; height: number; seconds: number }): Buffer {
  const duration = Math.round(movie.seconds * 600)
  const track = box(
    'trak',
    box('tkhd', Buffer.alloc(76), u32(movie.width * 65_536), u32(movie.height * 65_536)),
    box('mdia', box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13))),
  )
  track.writeUInt32BE(65_536, 16 + 40)
  const header = box('mvhd', Buffer.alloc(12), u32(600), u32(duration), Buffer.alloc(80))
  return Buffer.concat([mp4Of(1_000_000), box('moov', header, track)])
}

/** Returns a grey JPEG of one block. It has 129 bytes before its scan data. */
function buildJpeg(): Buffer {
  const segment = (marker: number, body: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(body.length + 2, 2)
    return Buffer.concat([head, body])
  }
  const codes = Buffer.from([0, 1, ...Array(15).fill(0), 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    segment(0xc4, codes),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0x3f, 0])),
    Buffer.from([0x3f, 0xff, 0xd9]),
  ])
}

/** A complete small file of each allowed kind. */
export const samples = {
  png: buildPng(),
  gif: base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  jpg: buildJpeg(),
  webp: base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  avif: base64(
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  ),
  wav: buildWav(),
  mp4: mp4Of(),
} as const

/** Other valid files of the same kinds. */
export const variants: Readonly<Record<string, Buffer>> = {
  'webp, lossless': base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
  'webp, extended': base64(
    'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
  ),
  'png, padded after its end': Buffer.concat([buildPng(), Buffer.alloc(1000)]),
  'png, animated': Buffer.concat([
    buildPng().subarray(0, 33),
    pngChunk('acTL', Buffer.concat([u32(1), u32(0)])),
    buildPng().subarray(33),
  ]),
  'avif, led by the brand of any image': fileType('mif1', 'mif1', 'avif', 'miaf'),
  'avif, led by the brand of any sequence': fileType('msf1', 'avis', 'miaf'),
  'gif, 87a': Buffer.concat([
    Buffer.from('GIF87a\x01\0\x01\0\0\0\0', 'latin1'),
    Buffer.from('2c00000000010001000002024c01003b', 'hex'),
  ]),
}

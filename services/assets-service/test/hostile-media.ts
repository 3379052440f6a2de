import { deflateRawSync, gzipSync } from 'node:zlib'

const repeat = (count: number, part: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => part))

/** Builds a local file header of a zip archive with its data. */
function zipEntry(name: string, data: Buffer, flags = 0): Buffer {
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt32LE(data.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), data])
}

const megabytes = 1_000_000
const bomb = deflateRawSync(Buffer.alloc(200 * megabytes))
const asf = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const asfObject = Buffer.alloc(24, 1)
asfObject.writeBigUInt64LE(24n, 16)
const pngSignature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Files that cost a detector much work or memory if it reads on without a limit. */
export const hostileMedia: Readonly<Record<string, Buffer>> = {
  'a zip bomb as the content types of an office file': zipEntry('[Content_Types].xml', bomb),
  'a zip bomb as the type of a document': zipEntry('mimetype', bomb),
  'a zip entry without a size': zipEntry('a.txt', Buffer.alloc(4 * megabytes, 'P'), 8),
  'a zip archive with very many entries': repeat(60_000, zipEntry('a', Buffer.alloc(0))),
  'a gzip bomb': gzipSync(Buffer.alloc(200 * megabytes)),
  'gzip in gzip in gzip': gzipSync(gzipSync(gzipSync(Buffer.alloc(200 * megabytes)))),
  'very many ID3 tags': repeat(400_000, Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')),
  'a Matroska element of any size': Buffer.concat([
    Buffer.from('1a45dfa301ffffffffffffff', 'hex'),
    Buffer.alloc(4 * megabytes, 0x42),
  ]),
  'an ASF header with very many objects': Buffer.concat([
    asf,
    Buffer.alloc(14),
    repeat(160_000, asfObject),
  ]),
  'a PNG with very many chunks': Buffer.concat([
    pngSignature,
    Buffer.alloc(17),
    repeat(300_000, Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1')),
  ]),
  'MPEG frame marks only': Buffer.alloc(4 * megabytes, 0xff),
}

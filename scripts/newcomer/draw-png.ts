import { crc32, deflateSync } from 'node:zlib'

/** Returns a real PNG in one colour, `size` pixels square. */
export function drawPng(size: number): Blob {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array<Buffer>(size).fill(Buffer.from([0x2f, 0x6f, 0xeb])),
  ])
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(size).fill(row)))
  return new Blob([
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', pixels),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  ])
}

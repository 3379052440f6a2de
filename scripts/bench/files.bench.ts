import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { inTurns, ratio, report } from '@atrium/bench-kit'
import { type Owner, type StartedPlatform, signUp, time, withPlatform } from './started-platform.ts'

// Measures uploads of images against plain writes of the same bytes with fsync, and the memory
// during the upload of a large video.
const files = 128
const atOnce = 8
const width = 1_280
const height = 1_290

function pngChunk(name: string, body: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  length.writeUInt32BE(body.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** Returns a PNG of about 5 MB that shows noise. */
function buildPicture(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits for each of red, green and blue.
  header.set([8, 2], 8)
  const rows = Array.from({ length: height }, () => [Buffer.alloc(1), randomBytes(width * 3)])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows.flat()), { level: 0 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

async function upload({ baseUrl }: StartedPlatform, { headers }: Owner, file: Blob, name: string) {
  const form = new FormData()
  form.set('file', file, name)
  const { cookie = '', origin = '' } = headers
  const response = await fetch(`${baseUrl}/api/assets`, {
    method: 'POST',
    headers: { cookie, origin },
    body: form,
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
}

/** Stores all files, eight at once. Returns the megabytes per second. */
async function storeFiles(bytes: number, store: (n: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const loop = async (): Promise<void> => {
    while (next < files) await store(next++)
  }
  const millis = await time(() => Promise.all(Array.from({ length: atOnce }, loop)))
  return (files * bytes) / millis / 1_000
}

await withPlatform(async (platform) => {
  const owner = await signUp(platform)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-files-'))
  try {
    const picture = buildPicture()
    const blob = new Blob([new Uint8Array(picture)], { type: 'image/png' })
    const uploadAll = () =>
      storeFiles(picture.length, (n) => upload(platform, owner, blob, `${n}.png`))
    const writeAll = () =>
      storeFiles(picture.length, async (n) => {
        const file = await open(join(folder, `${n}.png`), 'w')
        await file.writeFile(picture)
        await file.sync()
        await file.close()
      })
    await uploadAll()
    const rates = await inTurns(uploadAll, writeAll)
    report(ratio('upload, 5 MB images, 8 at once, against plain writes with fsync', rates, 0.6))

    const size = 512_000_000
    const path = join(folder, 'video.mp4')
    const video = await open(path, 'w')
    const head = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41\0\0\0\0mdat', 'latin1')
    head.writeUInt32BE(size - 32, 32)
    await video.write(head)
    await video.truncate(size)
    await video.close()
    const before = platform.readMemory()
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, platform.readMemory())
    }, 200)
    await upload(platform, owner, await openAsBlob(path, { type: 'video/mp4' }), 'video.mp4')
    clearInterval(watch)
    const name = 'upload of 512 MB: extra memory'
    report({ name, value: peak - before, unit: 'MB', target: '< 64' })
  } finally {
    await rm(folder, { recursive: true })
  }
})

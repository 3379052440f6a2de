import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '@atrium/blob-store'
import { AppError } from '@atrium/contracts'
import { expectLinear } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { boundary, formType } from '../../test/forms.ts'
import { mp4Head, samples } from '../../test/media-samples.ts'
import { detectMedia, headBytes } from '../media/detect-media.ts'
import { receiveUpload } from './receive-upload.ts'
import { caps } from './stage-media.ts'

const fill = (piece: string | Buffer, size: number): Buffer =>
  Buffer.alloc(Math.max(0, Math.floor(size)), piece)

const store = {
  async stage(body: AsyncIterable<Uint8Array>) {
    let bytes = 0
    for await (const chunk of body) bytes += chunk.length
    return { bytes, abort: async () => {}, commit: async () => {} }
  },
} as unknown as BlobStore

const receive = async (type: string, body: Iterable<Buffer>): Promise<unknown> => {
  const options = {
    headers: { 'content-type': type },
    store,
    digest: false,
    stallTimeoutMs: 20_000,
  }
  const source = Readable.from(body)
  try {
    return await receiveUpload({ ...options, body: source })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code
  } finally {
    await pipeline(source, new Writable({ write: (_chunk, _encoding, done) => done() })).catch(
      () => {},
    )
  }
}

/**
 * Yields a body that repeats `piece` up to `size` bytes, in chunks of 64 KiB as a socket delivers
 * them.
 */
function* toBody(before: Buffer, piece: string, size: number, after = ''): Generator<Buffer> {
  const chunk = fill(piece, 65_536)
  yield before
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
  yield Buffer.from(after)
}

const largestFile = caps.video - 64
const fileHeader = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
)

test.each([
  ['line breaks', '\r\n'],
  ['hyphens', '-'],
  ['beginnings of the boundary', `\r\n--${boundary.slice(0, -1)}`],
])(
  'handles an upload of %s in linear time, up to the size limit of a video',
  async (name, piece) => {
    await expectLinear(`${name} in the file`, largestFile, (size) => async () => {
      const before = Buffer.concat([fileHeader, mp4Head(size + 40)])
      const received = await receive(
        formType,
        toBody(before, piece, size, `\r\n--${boundary}--\r\n`),
      )
      expect(received).toMatchObject({ staged: { bytes: size + 40 } })
    })
    await expectLinear(`${name} before the file`, largestFile, (size) => async () => {
      expect(await receive(formType, toBody(Buffer.alloc(0), piece, size))).toBe(
        'validation_failed',
      )
    })
  },
)

// A part's header may have 16 KiB, like the request header with the boundary.
const largestHeader = 16_000
const turns = 50
const pieces = [
  'a',
  ' ',
  ';',
  '"',
  '\\"',
  'a=b;',
  "*=''%41",
  '%41',
  '\t',
  'a\r\n ',
  'a: b\r\n',
  ':',
]
const headers: Record<string, (text: string) => Promise<unknown>> = {
  'content-disposition of a part': (text) =>
    receivePart(`Content-Disposition: form-data; name="${text}`),
  'parameters of a part': (text) =>
    receivePart(`Content-Disposition: form-data; name="file"; ${text}`),
  'content-type of a part': (text) =>
    receivePart(`Content-Disposition: form-data; name="file"\r\nContent-Type: ${text}`),
  'unknown header of a part': (text) => receivePart(text),
  boundary: (text) =>
    receive(`multipart/form-data; boundary=${text}`, [Buffer.from(`--${text}\r\n`)]),
  'quoted boundary': (text) =>
    receive(`multipart/form-data; boundary="${text}"`, [Buffer.from(`--${text}\r\n`)]),
  'parameters before the boundary': (text) =>
    receive(`multipart/form-data; ${text}; boundary=a`, [Buffer.from('--a\r\n')]),
}
const receivePart = (header: string) =>
  receive(formType, [Buffer.from(`--${boundary}\r\n${header}\r\n\r\nx\r\n--${boundary}--\r\n`)])

test.each(Object.entries(headers))('handles a long %s in linear time', async (name, read) => {
  for (const piece of pieces) {
    await expectLinear(`${name} of ${JSON.stringify(piece)}`, largestHeader, (size) => {
      const text = fill(piece, size).toString()
      return async () => {
        for (let turn = 0; turn < turns; turn += 1) await read(text)
      }
    })
  }
})

// The detection reads a file's beginning. The units are each format's shortest segments, chunks and
// boxes.
const heads: Record<string, readonly [start: Buffer, unit: Buffer]> = {
  png: [
    samples.png.subarray(0, 33),
    Buffer.concat([Buffer.alloc(4), Buffer.from('tEXt'), Buffer.alloc(4)]),
  ],
  jpg: [samples.jpg.subarray(0, 20), Buffer.from('fffe0002', 'hex')],
  'jpg of fill bytes': [samples.jpg.subarray(0, 20), Buffer.from('ff', 'hex')],
  gif: [samples.gif.subarray(0, 13), Buffer.from('21fe0100', 'hex')],
  webp: [samples.webp.subarray(0, 12), Buffer.from('VP8X\0\0\0\0')],
  wav: [samples.wav.subarray(0, 12), Buffer.from('JUNK\0\0\0\0')],
  mp4: [Buffer.alloc(0), Buffer.from('00000008free', 'latin1')],
  tags: [Buffer.from('ID3'), Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')],
}

test.each(Object.entries(heads))('detects a hostile %s in linear time', (name, [start, unit]) =>
  expectLinear(name, headBytes, (size) => {
    const head = Buffer.concat([start, fill(unit, size)])
    return async () => {
      for (let turn = 0; turn < turns; turn += 1) await detectMedia(head, true)
    }
  }),
)

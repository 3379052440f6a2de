import { blankBox, findBox, type IsoBox, readBoxes, readBoxHead } from './iso-boxes.ts'
import { type FileRange, readSampleRanges } from './movie-samples.ts'

/** A file that is changed in place. */
export interface MovieFile {
  readonly bytes: number
  /** The bytes from `start` on, fewer at the end of the file. */
  read(start: number, length: number): Promise<Buffer>
  write(start: number, bytes: Uint8Array): Promise<void>
}

/** An index of half a gigabyte of video takes a few megabytes. */
const largestIndex = 64_000_000
const mostBoxes = 100_000
/** Chunks of the measuring tracks of a movie, each of which is one write. A camera makes about one a second. */
const mostChunks = 200_000
const zeros = Buffer.alloc(256 * 1024)

/** Boxes that describe a movie or a track and are not needed to play it: user data, metadata, extensions (XMP). */
const descriptions = new Set(['udta', 'meta', 'uuid'])
/** Tracks whose samples are measurements, such as the position at every moment. */
const measuring = new Set(['meta', 'camm'])

/**
 * Blanks location and device data of an MP4 in their places, because the file names the place of every sample. Returns
 * false for a file whose boxes cannot be followed.
 */
export async function stripMovie(file: MovieFile): Promise<boolean> {
  const indexes: IsoBox[] = []
  const media: FileRange[] = []
  const readHead = createHeadReader(file)
  let at = 0
  for (let boxes = 0; at + 8 <= file.bytes; boxes += 1) {
    const box = readBoxHead(await readHead(at), at, file.bytes)
    // Some writers pad the end with zeros, and a last box may be cut off.
    if (box === undefined) break
    if (boxes >= mostBoxes) return false
    const end = Math.min(box.end, file.bytes)
    if (box.type === 'moov') indexes.push({ ...box, end })
    if (box.type === 'mdat') media.push({ from: box.body, to: end })
    if (descriptions.has(box.type)) await blank(file, box, end)
    at = end
  }
  for (const index of indexes) if (!(await stripIndex(file, index, media))) return false
  return true
}

const windowBytes = 64 * 1024

/** Reads the heads of boxes, many at once: a small hostile file has 100,000 of them. */
function createHeadReader(file: MovieFile): (at: number) => Promise<Buffer> {
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  return async (at) => {
    if (at + 16 > window.start + window.bytes.length) {
      window = { start: at, bytes: await file.read(at, windowBytes) }
    }
    return window.bytes.subarray(at - window.start, at - window.start + 16)
  }
}

async function blank(file: MovieFile, { start, body }: IsoBox, end: number): Promise<void> {
  await file.write(start + 4, Buffer.from('free', 'latin1'))
  await zero(file, { from: body, to: end })
}

async function zero(file: MovieFile, { from, to }: FileRange): Promise<void> {
  for (let at = from; at < to; at += zeros.length) {
    await file.write(at, zeros.subarray(0, Math.min(zeros.length, to - at)))
  }
}

async function stripIndex(
  file: MovieFile,
  { start, body, end }: IsoBox,
  media: FileRange[],
): Promise<boolean> {
  if (end - start > largestIndex) return false
  const bytes = await file.read(start, end - start)
  let chunks = 0
  const isFragmented = findBox(bytes, body - start, bytes.length, 'mvex') !== undefined
  for (const box of readBoxes(bytes, body - start, bytes.length)) {
    if (descriptions.has(box.type)) blankBox(bytes, box)
    if (box.type !== 'trak') continue
    for (const part of readBoxes(bytes, box.body, box.end))
      if (descriptions.has(part.type)) blankBox(bytes, part)
    // The samples of a fragmented movie are not in the index, and its fragments name the track.
    if (isFragmented || !isMeasuring(bytes, box)) continue
    for (const range of readSampleRanges(bytes, box, media)) {
      chunks += 1
      if (chunks > mostChunks) return false
      await zero(file, range)
    }
    blankBox(bytes, box)
  }
  await file.write(start, bytes)
  return true
}

function isMeasuring(bytes: Buffer, track: IsoBox): boolean {
  const media = findBox(bytes, track.body, track.end, 'mdia')
  const handler = media && findBox(bytes, media.body, media.end, 'hdlr')
  if (handler === undefined || handler.end - handler.body < 12) return false
  return measuring.has(bytes.toString('latin1', handler.body + 8, handler.body + 12))
}

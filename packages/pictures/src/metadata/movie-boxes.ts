import { type IsoBox, readBoxHead } from './iso-boxes.ts'

/** A file changed in place. */
export interface MovieFile {
  readonly bytes: number
  /** Returns the bytes from `start` on, fewer at the end of the file. */
  read(start: number, length: number): Promise<Buffer>
  write(start: number, bytes: Uint8Array): Promise<void>
}

/** A byte range in a file. `to` is exclusive. */
export interface FileRange {
  readonly from: number
  readonly to: number
}

/** Thrown if a file's boxes cannot be followed. */
export class MovieError extends Error {}

const mostBoxes = 100_000
const windowBytes = 64 * 1024
const zeros = Buffer.alloc(256 * 1024)

/**
 * Returns a function that yields the boxes between two positions. Payloads stay in the file. Throws
 * `MovieError` if there are too many boxes.
 */
export function openBoxes(
  file: Pick<MovieFile, 'read'>,
): (from: number, to: number) => AsyncGenerator<IsoBox> {
  const readHead = createHeadReader(file)
  let count = 0
  return async function* boxesBetween(from, to) {
    for (let at = from; at + 8 <= to; ) {
      const box = readBoxHead((await readHead(at)).subarray(0, to - at), at, to)
      // Some writers pad the end with zeros, and a last box may be cut off.
      if (box === undefined) return
      count += 1
      if (count > mostBoxes) throw new MovieError('A movie of very many boxes')
      const end = Math.min(box.end, to)
      yield { ...box, end }
      at = end
    }
  }
}

/**
 * Returns a reader that fetches many box heads at once, because a small hostile file has 100,000 of
 * them.
 */
function createHeadReader(file: Pick<MovieFile, 'read'>): (at: number) => Promise<Buffer> {
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  return async (at) => {
    if (at < window.start || at + 16 > window.start + window.bytes.length) {
      window = { start: at, bytes: await file.read(at, windowBytes) }
    }
    return window.bytes.subarray(at - window.start, at - window.start + 16)
  }
}

/** Turns a box into free space. */
export async function blankInFile(file: MovieFile, { start, body, end }: IsoBox): Promise<void> {
  await file.write(start + 4, Buffer.from('free', 'latin1'))
  await zeroInFile(file, { from: body, to: end })
}

/** Overwrites a range of the file with zeros. */
export async function zeroInFile(file: MovieFile, { from, to }: FileRange): Promise<void> {
  for (let at = from; at < to; at += zeros.length) {
    await file.write(at, zeros.subarray(0, Math.min(zeros.length, to - at)))
  }
}

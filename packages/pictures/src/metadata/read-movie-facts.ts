import type { IsoBox } from './iso-boxes.ts'
import { MovieError, type MovieFile, openBoxes } from './movie-boxes.ts'

/** Facts about a movie. Each one is null if the movie does not state it. */
export interface MovieFacts {
  readonly durationMs: number | null
  /** The displayed size in pixels, after the rotation of the track. */
  readonly width: number | null
  readonly height: number | null
}

type Movie = Pick<MovieFile, 'bytes' | 'read'>

/** The limit of reads per movie. A movie with ten tracks needs about 30. */
const mostReads = 200
const greatestDurationMs = 2 ** 31 - 1

/**
 * Reads the duration and the size of an MP4 from its header (ISO/IEC 14496-12, 8.2.2, 8.3.2 and
 * 8.8.2). Returns undefined if its boxes cannot be followed.
 */
export async function readMovieFacts(file: Movie): Promise<MovieFacts | undefined> {
  try {
    const movie = limitReads(file)
    const boxesBetween = openBoxes(movie)
    for await (const box of boxesBetween(0, file.bytes))
      if (box.type === 'moov') return await readMovie(movie, boxesBetween, box)
    return undefined
  } catch (error) {
    if (error instanceof MovieError) return undefined
    throw error
  }
}

function limitReads({ bytes, read }: Movie): Movie {
  let reads = 0
  return {
    bytes,
    async read(start, length) {
      reads += 1
      if (reads > mostReads) throw new MovieError('A movie that needs very many reads')
      return read(start, length)
    },
  }
}

type BoxesBetween = ReturnType<typeof openBoxes>

async function readMovie(
  file: Movie,
  boxesBetween: BoxesBetween,
  movie: IsoBox,
): Promise<MovieFacts> {
  let scale = 0
  let duration = 0
  /** Set if the movie is fragmented. 0 if it does not state its length. */
  let fragmented: number | undefined
  let size: Pick<MovieFacts, 'width' | 'height'> = { width: null, height: null }
  for await (const part of boxesBetween(movie.body, movie.end)) {
    if (part.type === 'mvhd') {
      const header = await readBody(file, part)
      const isLong = header[0] === 1
      scale = readNumber(header, isLong ? 20 : 12, 4)
      duration = readNumber(header, isLong ? 24 : 16, isLong ? 8 : 4)
    } else if (part.type === 'mvex') {
      // The movie header of a fragmented movie counts the samples outside of its fragments only.
      fragmented = 0
      for await (const innerBox of boxesBetween(part.body, part.end)) {
        if (innerBox.type !== 'mehd') continue
        const header = await readBody(file, innerBox)
        fragmented = readNumber(header, 4, header[0] === 1 ? 8 : 4)
      }
    } else if (part.type === 'trak' && size.width === null) {
      size = await readTrackSize(file, boxesBetween, part)
    }
  }
  const durationMs = scale === 0 ? 0 : Math.round(((fragmented ?? duration) / scale) * 1_000)
  return { durationMs: durationMs > 0 ? Math.min(durationMs, greatestDurationMs) : null, ...size }
}

/** Returns the size of a video track. Other tracks have none. */
async function readTrackSize(
  file: Movie,
  boxesBetween: BoxesBetween,
  track: IsoBox,
): Promise<Pick<MovieFacts, 'width' | 'height'>> {
  const none = { width: null, height: null }
  let header: Buffer | undefined
  let isVideo = false
  for await (const part of boxesBetween(track.body, track.end)) {
    if (part.type === 'tkhd') header = await readBody(file, part)
    if (part.type !== 'mdia') continue
    for await (const innerBox of boxesBetween(part.body, part.end)) {
      if (innerBox.type !== 'hdlr') continue
      isVideo = (await readBody(file, innerBox)).toString('latin1', 8, 12) === 'vide'
      break
    }
  }
  if (!isVideo || header === undefined) return none
  const matrix = header[0] === 1 ? 52 : 40
  // Sizes are fixed-point numbers with 16 bits after the point.
  const across = Math.round(readNumber(header, matrix + 36, 4) / 65_536)
  const down = Math.round(readNumber(header, matrix + 40, 4) / 65_536)
  if (!(across > 0 && down > 0)) return none
  const isTurned = readNumber(header, matrix, 4) === 0 && readNumber(header, matrix + 16, 4) === 0
  return isTurned ? { width: down, height: across } : { width: across, height: down }
}

/** The longest header has 96 bytes. */
const readBody = (file: Movie, { body, end }: IsoBox): Promise<Buffer> =>
  file.read(body, Math.min(end - body, 96))

/**
 * Returns an unsigned integer, or 0 if the header is too short or if all bits are set, because the
 * value is then unknown.
 */
function readNumber(header: Buffer, at: number, length: 4 | 8): number {
  if (at + length > header.length) return 0
  const value = length === 4 ? BigInt(header.readUInt32BE(at)) : header.readBigUInt64BE(at)
  return value === 2n ** BigInt(8 * length) - 1n ? 0 : Number(value)
}

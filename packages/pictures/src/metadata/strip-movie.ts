import pLimit from 'p-limit'
import type { IsoBox } from './iso-boxes.ts'
import {
  blankInFile,
  type FileRange,
  MovieError,
  type MovieFile,
  openBoxes,
  zeroInFile,
} from './movie-boxes.ts'
import { readSampleRanges } from './movie-samples.ts'

/**
 * `measured` if the movie has, or may have, positions that cannot be removed. `unreadable` if its
 * boxes cannot be followed.
 */
export type MovieOutcome = 'stripped' | 'measured' | 'unreadable'

/**
 * The maximum table bytes per measuring track. Two hours with 200 positions per second take 12 MB.
 */
const largestTrack = 16_000_000
/** Limits the tracks in memory at the same time, across all uploads. */
const tracksAtOnce = pLimit(2)
/**
 * The maximum chunks in a movie's measuring tracks. Each chunk is one write, and a camera makes
 * about one per second.
 */
const mostChunks = 200_000
/**
 * How many bytes of a subtitle track are searched for positions. A drone writes one into each
 * subtitle.
 */
const searchedBytes = 64 * 1024
/**
 * The maximum chunks searched in a movie's subtitle tracks. Each chunk is one read, and a film has
 * 1,000 to 2,000 per language.
 */
const mostSearchedChunks = 10_000

/**
 * Boxes that describe a movie, track or fragment and are not needed for playback: user data,
 * metadata, extensions, events.
 */
const descriptions = new Set(['udta', 'meta', 'uuid', 'emsg'])
/**
 * Handlers and sample formats for measurements, such as the position at every moment (GoPro, Apple,
 * Google, DJI, Sony).
 */
const measuringHandlers = new Set(['meta', 'camm'])
const measuringFormats = new Set([
  'gpmd',
  'mebx',
  'camm',
  'mett',
  'metx',
  'urim',
  'djmd',
  'dbgi',
  'fdsc',
  'rtmd',
])
const captionHandlers = new Set(['text', 'sbtl', 'subt'])
/** What drones write into subtitles, such as `GPS (13.4050, 52.5200, 19)` or `[latitude: 52.52] [longtitude: 13.40]`. */
const position = /\bGPS\s*[(:=]|\blat(?:itude)?\s*[:=]|\blon(?:gt?(?:itude)?)?\s*[:=]|\bHOME\s*\(/i

/**
 * Blanks an MP4's location and device data in place, because the file stores every sample's
 * position. Only measuring tracks' and subtitles' tables are read into memory.
 */
export async function stripMovie(file: MovieFile): Promise<MovieOutcome> {
  try {
    return await strip(file)
  } catch (error) {
    if (error instanceof MovieError) return 'unreadable'
    throw error
  }
}

async function strip(file: MovieFile): Promise<MovieOutcome> {
  const boxesBetween = openBoxes(file)
  const media: FileRange[] = []
  const tracks: Track[] = []
  let isFragmented = false

  /** Blanks the descriptions in a box and yields its other parts. */
  async function* readParts(box: Pick<IsoBox, 'body' | 'end'>): AsyncGenerator<IsoBox> {
    for await (const part of boxesBetween(box.body, box.end)) {
      if (descriptions.has(part.type)) await blankInFile(file, part)
      else yield part
    }
  }

  async function readTrack(box: IsoBox): Promise<void> {
    const track: Track = { box, handler: '', format: '' }
    for await (const part of readParts(box)) {
      if (part.type !== 'mdia') continue
      for await (const innerBox of readParts(part)) {
        if (innerBox.type === 'hdlr') track.handler = await readType(file, innerBox, 8)
        if (innerBox.type !== 'minf') continue
        for await (const table of boxesBetween(innerBox.body, innerBox.end)) {
          if (table.type !== 'stbl') continue
          for await (const entry of boxesBetween(table.body, table.end))
            if (entry.type === 'stsd') track.format = await readType(file, entry, 12)
        }
      }
    }
    tracks.push(track)
  }

  for await (const box of readParts({ body: 0, end: file.bytes })) {
    if (box.type === 'mdat') media.push({ from: box.body, to: box.end })
    if (box.type === 'moov') {
      for await (const part of readParts(box)) {
        if (part.type === 'mvex') isFragmented = true
        if (part.type === 'trak') await readTrack(part)
      }
    }
    if (box.type === 'moof') {
      isFragmented = true
      for await (const part of readParts(box))
        if (part.type === 'traf') for await (const _ of readParts(part));
    }
  }
  const suspects = tracks.filter(
    (track) => isMeasuring(track) || captionHandlers.has(track.handler),
  )
  // The samples of a fragmented movie are not in its tables, so its subtitles cannot be searched.
  if (isFragmented) return suspects.length > 0 ? 'measured' : 'stripped'
  const count = {
    searched: createChunkCounter(mostSearchedChunks),
    removed: createChunkCounter(mostChunks),
  }
  for (const track of suspects) await tracksAtOnce(() => removeSamples(file, track, media, count))
  return 'stripped'
}

interface Track {
  readonly box: IsoBox
  handler: string
  format: string
}

const isMeasuring = ({ handler, format }: Track): boolean =>
  measuringHandlers.has(handler) || measuringFormats.has(format)

async function readType(file: MovieFile, { body, end }: IsoBox, at: number): Promise<string> {
  return body + at + 4 > end ? '' : (await file.read(body + at, 4)).toString('latin1')
}

/** Counts one chunk. Throws `MovieError` if the movie has too many. */
type CountChunk = () => void

function createChunkCounter(most: number): CountChunk {
  let chunks = 0
  return () => {
    chunks += 1
    if (chunks > most) throw new MovieError('A movie of very many chunks')
  }
}

/** Zeroes the samples of a track with positions, and blanks the track. */
async function removeSamples(
  file: MovieFile,
  track: Track,
  media: readonly FileRange[],
  count: { readonly searched: CountChunk; readonly removed: CountChunk },
): Promise<void> {
  const { start, body, end } = track.box
  if (end - start > largestTrack) throw new MovieError('A track with very large tables')
  const bytes = await file.read(start, end - start)
  const samples = () =>
    readSampleRanges(
      bytes,
      { ...track.box, start: 0, body: body - start, end: bytes.length },
      media,
    )
  if (!isMeasuring(track) && !(await namesPosition(file, samples(), count.searched))) return
  for (const range of samples()) {
    count.removed()
    await zeroInFile(file, range)
  }
  await blankInFile(file, track.box)
}

async function namesPosition(
  file: MovieFile,
  samples: Iterable<FileRange>,
  countChunk: CountChunk,
): Promise<boolean> {
  let text = ''
  for (const { from, to } of samples) {
    countChunk()
    text += (await file.read(from, Math.min(to - from, searchedBytes - text.length))).toString(
      'latin1',
    )
    if (text.length >= searchedBytes) break
  }
  return position.test(text)
}

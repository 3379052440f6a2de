import { unpackArchive } from '@atrium/foreign-text'
import { type TextElements, xmlText } from './markup-text.ts'
import { largestUnpacked } from './text-requests.ts'

/** An office format: the archive parts with text, in order, and their text elements. */
interface Kind extends TextElements {
  parts: RegExp
}

const kinds: Readonly<Record<'document' | 'slides' | 'open', Kind>> = {
  document: {
    parts: /^word\/(?:document|footnotes|endnotes)\.xml$/,
    texts: new Set(['w:t']),
    blocks: new Set(['w:p', 'w:tr']),
    cells: new Set(['w:tc']),
  },
  slides: {
    parts: /^ppt\/slides\/slide\d+\.xml$/,
    texts: new Set(['a:t']),
    blocks: new Set(['a:p', 'p:sld']),
    cells: new Set(['a:tc']),
  },
  open: {
    parts: /^content\.xml$/,
    blocks: new Set(['text:p', 'text:h', 'table:table-row']),
    cells: new Set(['table:table-cell']),
  },
}
/** Slides, sheets and the like. */
const mostParts = 10_000
const readDigits = (name: string): number => Number(/(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0)

const decoder = new TextDecoder()

/** Unpacks the wanted parts of an archive. Throws `ArchiveError` if they exceed `largestUnpacked`. */
export const unpack = (bytes: Uint8Array, wanted: RegExp): [string, string][] =>
  unpackArchive(bytes, {
    mostBytes: largestUnpacked,
    mostFiles: mostParts,
    isWanted: (name) => wanted.test(name),
  })
    .sort(([a], [b]) => readDigits(a) - readDigits(b) || (a < b ? -1 : 1))
    .map(([name, data]) => [name, decoder.decode(data)])

export const officeText = (bytes: Uint8Array, name: keyof typeof kinds): string => {
  const kind = kinds[name]
  return unpack(bytes, kind.parts)
    .map(([, xml]) => xmlText(xml, kind))
    .filter((text) => text !== '')
    .join('\n\n')
}

import { strFromU8, unzipSync } from 'fflate'
import { type TextElements, xmlText } from './markup-text.ts'
import { parseMarkup } from './parse-markup.ts'
import { largestUnpacked } from './text-requests.ts'

/** One kind of office file: the parts with its text, in their order, and the elements that hold it. */
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
const sheets = /^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/

const digits = (name: string): number => Number(/(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0)

/** Unpacks the wanted parts of an archive. Throws beyond `largestUnpacked`, judged before anything is unpacked. */
function unpack(bytes: Uint8Array, wanted: RegExp): [string, string][] {
  let total = 0
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!wanted.test(name)) return false
      total += originalSize
      if (total > largestUnpacked) throw new Error('The file holds too much')
      return true
    },
  })
  return Object.entries(files)
    .sort(([a], [b]) => digits(a) - digits(b) || (a < b ? -1 : 1))
    .map(([name, data]) => [name, strFromU8(data)])
}

export const officeText = (bytes: Uint8Array, name: keyof typeof kinds): string => {
  const kind = kinds[name]
  return unpack(bytes, kind.parts)
    .map(([, xml]) => xmlText(xml, kind))
    .filter((text) => text !== '')
    .join('\n\n')
}

export function sheetText(bytes: Uint8Array): string {
  const parts = unpack(bytes, sheets)
  const shared = sharedTexts(parts.find(([name]) => name === 'xl/sharedStrings.xml')?.[1] ?? '')
  return parts
    .filter(([name]) => name.startsWith('xl/worksheets/'))
    .map(([, xml]) => rowsOf(xml, shared))
    .filter((text) => text !== '')
    .join('\n\n')
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let inside = false
  parseMarkup('xml', xml, {
    onopentagname(name) {
      if (name === 'si') texts.push('')
      inside = name === 't'
    },
    onclosetag() {
      inside = false
    },
    ontext(text) {
      if (inside && texts.length > 0) texts[texts.length - 1] += text
    },
  })
  return texts
}

function rowsOf(xml: string, shared: readonly string[]): string {
  const rows: string[] = []
  let row: string[] = []
  let kind: string | undefined
  let value = ''
  let inside = false
  parseMarkup('xml', xml, {
    onopentag(name, attributes) {
      if (name === 'row') row = []
      if (name === 'c') {
        kind = attributes['t']
        value = ''
      }
      inside = name === 'v' || name === 't'
    },
    onclosetag(name) {
      inside = false
      if (name === 'c') row.push(kind === 's' ? (shared[Number(value)] ?? '') : value)
      if (name === 'row') rows.push(row.join('\t'))
    },
    ontext(text) {
      if (inside) value += text
    },
  })
  return rows.join('\n').trim()
}

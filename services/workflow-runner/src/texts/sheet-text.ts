import { createNumberWriter, findUsualPattern } from './number-format.ts'
import { unpack } from './office-text.ts'
import { parseMarkup } from './parse-markup.ts'
import {
  cellText,
  createSheetRows,
  formatMoment,
  joinSheets,
  mostColumns,
  type Sheet,
} from './sheet-rows.ts'
import { longestText } from './text-requests.ts'

const wanted =
  /^xl\/(?:sharedStrings|styles|workbook|_rels\/workbook\.xml|worksheets\/[^/]+)\.(?:xml|rels)$/

type Attributes = Readonly<Record<string, string>>

/** Removes the namespace prefix. Only some programs write one. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Returns the text of a workbook: its sheets in order, one line per row, cells at their columns.
 */
export function sheetText(bytes: Uint8Array): string {
  const parts = new Map(unpack(bytes, wanted))
  const workbook = readWorkbook(
    parts.get('xl/workbook.xml') ?? '',
    parts.get('xl/_rels/workbook.xml.rels') ?? '',
  )
  const shared = readSharedTexts(parts.get('xl/sharedStrings.xml') ?? '')
  const writers = readFormats(parts.get('xl/styles.xml') ?? '', workbook.countsFrom1904)
  const unnamed = [...parts.keys()].filter((path) => path.startsWith('xl/worksheets/'))
  const named =
    workbook.sheets.size > 0 ? workbook.sheets : new Map(unnamed.map((path) => [path, '']))
  const sheets: Sheet[] = []
  let length = 0
  for (const [path, name] of named) {
    const text = length > longestText ? '' : readRows(parts.get(path) ?? '', shared, writers)
    sheets.push({ name, text })
    length += text.length
  }
  return joinSheets(sheets)
}

function readWorkbook(xml: string, relations: string) {
  const paths = new Map<string, string>()
  parseMarkup('xml', relations, {
    onopentag(_name, { Id = '', Target = '' }) {
      paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  // Keyed by path, because a damaged or hostile workbook can name one sheet thousands of times.
  const sheets = new Map<string, string>()
  let countsFrom1904 = false
  parseMarkup('xml', xml, {
    onopentag(name, attributes: Attributes) {
      if (localName(name) === 'workbookPr')
        countsFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (localName(name) !== 'sheet') return
      const id = Object.entries(attributes).find(
        ([key]) => key.includes(':') && localName(key) === 'id',
      )?.[1]
      const path = paths.get(id ?? '')
      if (path !== undefined && !sheets.has(path)) sheets.set(path, attributes['name'] ?? '')
    },
  })
  return { sheets, countsFrom1904 }
}

function readFormats(xml: string, countsFrom1904: boolean) {
  const patterns = new Map<number, string>()
  const styles: number[] = []
  let inCells = false
  parseMarkup('xml', xml, {
    onopentag(name, attributes: Attributes) {
      const local = localName(name)
      if (local === 'cellXfs') inCells = true
      if (local === 'numFmt')
        patterns.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (local === 'xf' && inCells) styles.push(Number(attributes['numFmtId'] ?? 0))
    },
    onclosetag(name) {
      if (localName(name) === 'cellXfs') inCells = false
    },
  })
  const writers = new Map<number, (value: number) => string>()
  return (style: number) => {
    const id = styles[style] ?? 0
    const writer =
      writers.get(id) ??
      createNumberWriter(patterns.get(id) ?? findUsualPattern(id), countsFrom1904)
    writers.set(id, writer)
    return writer
  }
}

function readSharedTexts(xml: string): string[] {
  const texts: string[] = []
  let inside = false
  // Phonetic hints do not belong to the text.
  let phonetic = false
  parseMarkup('xml', xml, {
    onopentagname(name) {
      const local = localName(name)
      if (local === 'si') texts.push('')
      if (local === 'rPh') phonetic = true
      inside = local === 't' && !phonetic
    },
    onclosetag(name) {
      if (localName(name) === 'rPh') phonetic = false
      inside = false
    },
    ontext(text) {
      if (inside && texts.length > 0) texts[texts.length - 1] += text
    },
  })
  // Cut here, because many cells may refer to one long text.
  return texts.map((text) => cellText(text.slice(0, longestText)))
}

/**
 * Returns the zero-based column of a reference, for example `AB12`, or undefined if it is not one.
 */
function findColumn(reference: string | undefined): number | undefined {
  const letters = /^\$?([A-Z]{1,3})\$?\d*$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return column < mostColumns ? column : undefined
}

function readRows(
  xml: string,
  shared: readonly string[],
  writers: ReturnType<typeof readFormats>,
): string {
  const rows = createSheetRows()
  let cell = { kind: 'n', style: 0, column: 0 }
  let value = ''
  let inside = false
  const show = (): string => {
    if (cell.kind === 's') return shared[Number(value)] ?? ''
    if (cell.kind === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (cell.kind === 'd') return formatMoment(value)
    if (cell.kind !== 'n' || value.trim() === '' || !Number.isFinite(Number(value))) return value
    const writer = writers(cell.style)
    // A number without a format keeps its stored digits, because a double would round a long
    // number.
    return writer === String ? value : writeNumber(writer, Number(value))
  }
  parseMarkup('xml', xml, {
    onopentag(name, attributes: Attributes) {
      const local = localName(name)
      if (local === 'row') {
        rows.startRow()
        cell = { ...cell, column: -1 }
      }
      if (local === 'c') {
        const column = findColumn(attributes['r']) ?? cell.column + 1
        cell = { kind: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), column }
        value = ''
      }
      inside = local === 'v' || local === 't'
    },
    onclosetag(name) {
      inside = false
      const local = localName(name)
      if (local === 'c' && !rows.isFull()) rows.setCell(cell.column, cellText(show()))
      if (local === 'row') rows.endRow()
    },
    ontext(text) {
      if (inside) value += text
    },
  })
  return rows.text()
}

/** Returns the plain number if its format cannot show it, for example a date before 1900. */
function writeNumber(writer: (value: number) => string, value: number): string {
  try {
    return writer(value)
  } catch {
    return String(value)
  }
}

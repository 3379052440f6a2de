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

type Attributes = Readonly<Record<string, string>>

const readCount = (text: string | undefined): number =>
  /^\d{1,7}$/.test(text ?? '') ? Math.max(1, Number(text)) : 1

/** Returns an ISO date, the visible text, or the raw value if the cell has no text. */
function cellValue(attributes: Attributes, shown: string): string {
  const moment = attributes['office:date-value']
  if (moment !== undefined) return formatMoment(moment)
  if (shown !== '') return shown
  const value = attributes['office:value'] ?? attributes['office:boolean-value'] ?? ''
  const isPercent =
    attributes['office:value-type'] === 'percentage' && Number.isFinite(Number(value))
  return isPercent ? `${Number((Number(value) * 100).toPrecision(12))}%` : value
}

/**
 * Returns the text of an OpenDocument spreadsheet: its tables in order, one line per row, cells at
 * their columns.
 */
export function openSheetText(bytes: Uint8Array): string {
  const xml = unpack(bytes, /^content\.xml$/)[0]?.[1] ?? ''
  const tables: Sheet[] = []
  // A small table can repeat its rows up to the limit, and a file can hold many of these tables.
  let length = 0
  let table = { name: '', rows: createSheetRows() }
  let rowTimes = 1
  let column = 0
  let cell: Attributes | undefined
  let shown = ''
  // Comments do not belong to the cell's value.
  let comments = 0
  parseMarkup('xml', xml, {
    onopentag(name, attributes: Attributes) {
      if (name === 'table:table')
        table = { name: attributes['table:name'] ?? '', rows: createSheetRows() }
      if (name === 'table:table-row') {
        table.rows.startRow()
        column = 0
        rowTimes = readCount(attributes['table:number-rows-repeated'])
      }
      if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        cell = attributes
        shown = ''
      }
      if (name === 'office:annotation') comments += 1
      if (name === 'text:p' && shown !== '') shown += ' '
      if (name === 'text:s' || name === 'text:tab' || name === 'text:line-break') shown += ' '
    },
    ontext(text) {
      if (cell !== undefined && comments === 0) shown += text
    },
    onclosetag(name) {
      if (name === 'office:annotation') comments -= 1
      if (
        (name === 'table:table-cell' || name === 'table:covered-table-cell') &&
        cell !== undefined
      ) {
        const times = Math.min(
          readCount(cell['table:number-columns-repeated']),
          mostColumns - column,
        )
        const text =
          length > longestText || table.rows.isFull() ? '' : cellText(cellValue(cell, shown))
        if (text !== '') for (let at = 0; at < times; at += 1) table.rows.setCell(column + at, text)
        column += Math.max(times, 0)
        cell = undefined
      }
      if (name === 'table:table-row') table.rows.endRow(rowTimes)
      if (name === 'table:table' && length <= longestText) {
        const text = table.rows.text()
        tables.push({ name: table.name, text })
        length += text.length
      }
    },
  })
  return joinSheets(tables)
}

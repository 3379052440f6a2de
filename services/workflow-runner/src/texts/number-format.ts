import { dateFromSerial, format, getFormatFromId, getFormatInfo } from 'numfmt'
import { formatMoment } from './sheet-rows.ts'

const longestPattern = 300
/** Days between a workbook's two possible start dates, 1900 and 1904. */
const daysOf1904 = 1_462

type Write = (value: number) => string

const pad = (part: number): string => String(part).padStart(2, '0')

function writeMoment(serial: number, hasTime: boolean): string {
  const [year, month, day, hours, minutes, seconds] = dateFromSerial(serial)
  const date = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
  return formatMoment(hasTime ? `${date}T${pad(hours)}:${pad(minutes)}:${pad(seconds)}` : date)
}

/**
 * Formats numbers as the workbook shows them, for example 19 %. Dates become ISO dates. If the
 * pattern cannot be parsed, the number stays as it is.
 */
export function createNumberWriter(pattern: string, countsFrom1904: boolean): Write {
  if (pattern.length > longestPattern || /^general$/i.test(pattern)) return String
  try {
    const { type } = getFormatInfo(pattern)
    const offset = countsFrom1904 ? daysOf1904 : 0
    if (type === 'date' || type === 'datetime')
      return (serial) => writeMoment(serial + offset, type === 'datetime')
    return (value) => format(pattern, value, { nbsp: false }).trim()
  } catch {
    return String
  }
}

/** Returns the pattern of a built-in number format (ECMA-376, 18.8.30). */
export const findUsualPattern = (id: number): string => getFormatFromId(id) ?? 'General'

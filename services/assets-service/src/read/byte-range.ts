import type { ByteRange } from '@atrium/blob-store'

/**
 * `whole`: respond with all bytes and 200. `unsatisfiable`: respond with 416. Otherwise respond
 * with these bytes and 206.
 */
export type RangeAnswer = 'whole' | 'unsatisfiable' | ByteRange

const rangeForm = /^(?<first>\d+)-(?<last>\d*)$|^-(?<suffix>\d+)$/

/**
 * Evaluates a `Range` header (RFC 9110, section 14.2). Selects the whole blob if the header is
 * malformed, has several ranges or uses another unit.
 */
export function chooseRange(header: string | undefined, bytes: number): RangeAnswer {
  const list = header === undefined ? undefined : /^bytes=(.*)$/i.exec(header.trim())?.[1]
  if (list === undefined) return 'whole'
  const specs = list
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  const answers = specs.map((spec) => resolve(spec, bytes))
  if (answers.length === 0 || answers.includes('whole')) return 'whole'
  const satisfiable = answers.filter((answer) => answer !== 'unsatisfiable')
  if (satisfiable.length === 0) return 'unsatisfiable'
  const [only] = satisfiable
  return answers.length === 1 && only ? only : 'whole'
}

function resolve(spec: string, bytes: number): RangeAnswer {
  const parts = rangeForm.exec(spec)?.groups
  if (!parts) return 'whole'
  if (parts['suffix'] !== undefined) {
    const length = Math.min(Number(parts['suffix']), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(parts['first'])
  const last = parts['last'] === '' ? Number.POSITIVE_INFINITY : Number(parts['last'])
  if (last < start) return 'whole'
  return start >= bytes ? 'unsatisfiable' : { start, end: Math.min(last, bytes - 1) }
}

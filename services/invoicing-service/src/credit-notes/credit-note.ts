import { CreditNote } from '@atrium/contracts'
import { viewOf } from '@atrium/database'
import { dayIn } from '../calendar/calendar-days.ts'
import type { Row } from '../database.ts'

export type CreditNoteRow = Row<'credit_notes'>

/** The number of a year's `n`th credit note, of six digits or more: `CN-2026-000001`. */
export const creditNoteNumber = (year: number, n: number): string =>
  `CN-${year}-${String(n).padStart(6, '0')}`

const toColumns = viewOf(CreditNote.omit({ issuedOn: true }))

export const toCreditNote = (row: CreditNoteRow): CreditNote => ({
  ...toColumns(row),
  issuedOn: dayIn(row.created_at, row.time_zone),
})

// The processor forgets an idempotency key after 24 hours.
const keptForMs = 20 * 3_600_000

/** Whether an earlier attempt at the processor may have succeeded under a key that it does not answer any more. */
export const mayExistElsewhere = (note: CreditNoteRow, now: Date): boolean =>
  note.mirror_attempt > 1 || now.getTime() - note.created_at.getTime() > keptForMs

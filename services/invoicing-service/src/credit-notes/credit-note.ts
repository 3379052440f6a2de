import { CreditNote } from '@atrium/contracts'
import { createView } from '@atrium/database'
import { dayIn } from '../calendar/calendar-days.ts'
import type { Row } from '../database.ts'

export type CreditNoteRow = Row<'credit_notes'>

const toColumns = createView(CreditNote.omit({ issuedOn: true }))

export const toCreditNote = (row: CreditNoteRow): CreditNote => ({
  ...toColumns(row),
  issuedOn: dayIn(row.created_at, row.time_zone),
})

// Shorter than the 24 hours after which the processor forgets an idempotency key.
const keptForMs = 20 * 3_600_000

/**
 * True if an earlier attempt may have succeeded and the processor may have forgotten its
 * idempotency key.
 */
export const mayExistElsewhere = (note: CreditNoteRow, now: Date): boolean =>
  note.mirror_attempt > 1 || now.getTime() - note.created_at.getTime() > keptForMs

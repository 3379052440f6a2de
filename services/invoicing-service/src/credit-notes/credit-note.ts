import { CreditNote } from '@atrium/contracts'
import { viewOf } from '@atrium/database'
import type { Row } from '../database.ts'

export type CreditNoteRow = Row<'credit_notes'>

/** The number of a year's `n`th credit note, of six digits or more: `CN-2026-000001`. */
export const creditNoteNumber = (year: number, n: number): string =>
  `CN-${year}-${String(n).padStart(6, '0')}`

export const toCreditNote = viewOf(CreditNote)

// The processor forgets an idempotency key after 24 hours.
const keptForMs = 20 * 3_600_000

/** Whether an earlier attempt at the processor may have succeeded under a key that it does not answer any more. */
export const mayExistElsewhere = (note: CreditNoteRow, now: Date): boolean =>
  note.mirror_attempt > 1 || now.getTime() - note.created_at.getTime() > keptForMs

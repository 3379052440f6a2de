import { readTicketCode, type Ticket } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { toDetail } from '../../ui/feedback/problem.tsx'
import { admit, ticketOfCode } from '../happening-queries.ts'

/** The result of checking a code in. */
export type Verdict =
  | { readonly kind: 'admitted'; readonly ticket: Ticket }
  | { readonly kind: 'used'; readonly ticket: Ticket | undefined }
  | { readonly kind: 'unknown'; readonly code: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Admits the ticket holder, or returns why not. Throws errors that are not API errors. */
export async function checkIn(id: string, typed: string): Promise<Verdict> {
  const code = readTicketCode(typed)
  try {
    return { kind: 'admitted', ticket: await admit(id, code) }
  } catch (error) {
    if (!(error instanceof AtriumError)) throw error
    if (error.code === 'already_checked_in') {
      return { kind: 'used', ticket: await ticketOfCode(id, code).catch(() => undefined) }
    }
    // A scanned text can be longer than a code may be, which the platform rejects with 400.
    if (error.status === 404 || error.status === 400) return { kind: 'unknown', code: typed }
    return { kind: 'failed', reason: toDetail(error) }
  }
}

import type { Deps } from '../../deps.ts'
import { deleteUnpaidPayments, newestUnseated } from './ticket-payments.db.ts'

/**
 * Returns the newest paid order without seats and the number of all, or undefined if there is none.
 */
export const findUnseatedOrder = ({ db }: Pick<Deps, 'db'>, orgId: string) =>
  newestUnseated(db, orgId)

// The processor redelivers an event for three days.
const lateEventsMs = 3 * 86_400_000

/** Deletes payments that were never made. */
export const pruneTicketPayments = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteUnpaidPayments(db, new Date(now().getTime() - lateEventsMs))

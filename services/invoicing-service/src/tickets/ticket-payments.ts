import type { Deps } from '../deps.ts'
import { deleteUnpaidPayments, newestUnseated } from './ticket-payments.db.ts'

/** The newest paid order that has no seats, with the number of all; undefined if there is none. */
export const findUnseatedOrder = ({ db }: Pick<Deps, 'db'>, orgId: string) => newestUnseated(db, orgId)

// The processor delivers an event again for three days.
const lateEventsMs = 3 * 86_400_000

/** Forgets payments that nobody made. */
export const pruneTicketPayments = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteUnpaidPayments(db, new Date(now().getTime() - lateEventsMs))

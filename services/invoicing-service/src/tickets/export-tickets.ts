import { csvLineOf } from '../csv/csv-line.ts'
import type { Db } from '../database.ts'
import { listTicketsAfter, type TicketRow } from './tickets.db.ts'

const batch = 1_000

const ticketsHeader = csvLineOf([
  'code',
  'name',
  'email',
  'ticketType',
  'orderedAt',
  'checkedInAt',
  'orderId',
])

const ticketLine = (row: TicketRow): string =>
  csvLineOf([
    row.code,
    row.name,
    row.email,
    row.ticket_type,
    row.created_at.toISOString(),
    row.checked_in_at?.toISOString() ?? null,
    row.order_id,
  ])

/** The export of a happening: a first line with the columns, and its tickets in batches, oldest first. */
export async function* ticketLines(db: Db, orgId: string, happeningId: string): AsyncGenerator<string> {
  yield ticketsHeader
  for (let after = ''; ; ) {
    const rows = await listTicketsAfter(db, orgId, happeningId, { after, limit: batch })
    if (rows.length > 0) yield rows.map(ticketLine).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = last.id
  }
}

import { type Columns, formatCsv } from '../csv/csv-line.ts'
import { inBatches } from '../csv/in-batches.ts'
import type { Db } from '../database.ts'
import { listTicketsAfter, type TicketRow } from './tickets.db.ts'

const batch = 1_000

const columns: Columns<TicketRow> = {
  code: (row) => row.code,
  name: (row) => row.name,
  email: (row) => row.email,
  ticketType: (row) => row.ticket_type,
  orderedAt: (row) => row.created_at.toISOString(),
  checkedInAt: (row) => row.checked_in_at?.toISOString() ?? null,
  orderId: (row) => row.order_id,
}

export const ticketLines = (db: Db, orgId: string, happeningId: string) =>
  formatCsv(
    columns,
    inBatches<TicketRow>(batch, (last) =>
      listTicketsAfter(db, orgId, happeningId, { after: last?.id ?? '', limit: batch }),
    ),
  )

import type { CsvSeparator } from '@atrium/contracts'
import { type Columns, formatCsv } from '../csv/csv-line.ts'
import { inBatches } from '../csv/in-batches.ts'
import { readSeparator } from '../csv/read-separator.ts'
import type { Deps } from '../deps.ts'
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

export async function* ticketLines(
  deps: Deps,
  orgId: string,
  happeningId: string,
  separator: CsvSeparator | undefined,
) {
  yield* formatCsv(
    columns,
    inBatches<TicketRow>(batch, (last) =>
      listTicketsAfter(deps.db, orgId, happeningId, { after: last?.id ?? '', limit: batch }),
    ),
    await readSeparator(deps, orgId, separator),
  )
}

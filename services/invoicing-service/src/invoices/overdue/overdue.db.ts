import { sql } from 'kysely'
import type { Row, Transaction } from '../../database.ts'

/**
 * Marks overdue invoices as announced and returns them with the customer. An invoice is overdue
 * when its due day has ended in its time zone and something is due. Each invoice is returned once.
 * Skips rows locked by another transaction.
 */
export async function claimOverdue(tx: Transaction, now: Date, limit: number) {
  const { rows } = await sql<Row<'invoices'> & { customer_name: string; customer_email: string }>`
    with late as (
      select org_id, id from invoices
      where status = 'open' and overdue_announced_at is null
        and total_amount_cents > credited_cents + recorded_cents
        and not void_requested and paid_outside is null
        and due_date < ${now}
        and (due_date at time zone time_zone)::date < (${now}::timestamptz at time zone time_zone)::date
      order by due_date limit ${limit}
      for update skip locked
    ), claimed as (
      update invoices as i set overdue_announced_at = ${now}
      from late where i.org_id = late.org_id and i.id = late.id
      returning i.*
    )
    select claimed.*, c.name as customer_name, c.email as customer_email
    from claimed join customers as c on c.org_id = claimed.org_id and c.id = claimed.customer_id
    order by claimed.due_date, claimed.id`.execute(tx)
  return rows
}

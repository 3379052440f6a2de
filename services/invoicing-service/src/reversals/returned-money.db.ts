import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** True if the invoice history entry `h` changes the returned money. */
export const isReturn = sql<boolean>`h.kind in ('refunded', 'dispute_lost', 'dispute_won')`

/** How much the returned money changed. Zero if a dispute returned none. */
export const returnedCents = sql`coalesce((h.detail ->> 'returnedCents')::bigint, 0)`

export interface ReturnedSum {
  key: string
  currency: string
  refunded: string
}

const keys = {
  all: sql`''`,
  month: sql`to_char(h.created_at at time zone i.time_zone, 'YYYY-MM')`,
  customer: sql`i.customer_id`,
  offer: sql`coalesce(i.offer_id, 'none')`,
}

/** Sums the returned money of a period per currency, in total or by a key. */
export async function sumReturned(
  db: Db,
  orgId: string,
  by: keyof typeof keys,
  { from, to }: { from: string | null; to: string | null },
): Promise<ReturnedSum[]> {
  const day = sql`(h.created_at at time zone i.time_zone)::date`
  const { rows } = await sql<ReturnedSum>`
    select ${keys[by]} as key, i.currency, sum(${returnedCents}) as refunded
    from invoice_history h join invoices i on i.id = h.invoice_id and i.org_id = h.org_id
    where h.org_id = ${orgId} and ${isReturn}
      and (${from}::date is null or ${day} >= ${from}) and (${to}::date is null or ${day} <= ${to})
    group by 1, 2 having sum(${returnedCents}) <> 0`.execute(db)
  return rows
}

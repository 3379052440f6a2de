import type { Cents, Created } from '@atrium/database'
import type { ColumnType, Generated } from 'kysely'

/** A sum that updates add to. */
export type Counter = ColumnType<string, number | undefined, number | string>

/** Changed with each entry and each reservation, in the same transaction. */
export interface CreditAccounts {
  user_id: string
  balance: Counter
  /** The part of the balance that running calls hold. */
  reserved: Counter
  entries: Counter
}

/** Append-only; a trigger refuses changes. */
export interface CreditTransactions {
  id: string
  user_id: string
  kind: 'topup' | 'grant' | 'usage' | 'refund'
  credits: Cents
  /** The place in the ledger of the person, from 1, without gaps. */
  sequence: Cents
  /** The balance after the entry. */
  balance: Cents
  description: string
  /** The run or reservation of a charge, the session of a top-up. */
  reference: string | null
  reservation_id: string | null
  payments_session_id: string | null
  created_at: Created
}

export interface CreditReservations {
  id: string
  org_id: string
  user_id: string
  /** The idempotency key of the call. */
  key: string
  credits: Cents
  charged: Counter
  status: Generated<'held' | 'settled' | 'released' | 'refunded'>
  workflow_id: string | null
  run_id: string | null
  node: string | null
  model: string
  /** The calendar month (UTC) that it counts for: `2026-01`. */
  month: string
  expires_at: Date
  settled_at: Date | null
  created_at: Created
}

/** The spend of an org in a month; an empty workflow is the whole org. */
export interface CreditMonths {
  org_id: string
  month: string
  workflow_id: string
  used: Counter
  held: Counter
}

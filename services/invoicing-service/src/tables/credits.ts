import type { Cents, Created } from '@atrium/database'
import type { ColumnType, Generated } from 'kysely'

/** A sum that is updated by adding. */
export type Counter = ColumnType<string, number | undefined, number | string>

/** Changed in the transaction of each entry and each reservation. */
export interface CreditAccounts {
  user_id: string
  balance: Counter
  /** Held by running calls, as part of the balance. */
  reserved: Counter
  entries: Counter
}

/** Append-only. A trigger refuses changes. */
export interface CreditTransactions {
  id: string
  user_id: string
  kind: 'topup' | 'grant' | 'usage' | 'refund'
  credits: Cents
  /** Position in the user's ledger, from 1, without gaps. */
  sequence: Cents
  /** Balance after the entry. */
  balance: Cents
  description: string
  /** A charge's run or reservation, or a top-up's session. */
  reference: string | null
  reservation_id: string | null
  payments_session_id: string | null
  created_at: Created
}

export interface CreditReservations {
  id: string
  org_id: string
  user_id: string
  /** The call's idempotency key. */
  key: string
  credits: Cents
  charged: Counter
  status: Generated<'held' | 'settled' | 'released' | 'refunded'>
  workflow_id: string | null
  run_id: string | null
  node: string | null
  model: string
  /** The UTC month in which it counts: `2026-01`. */
  month: string
  expires_at: Date
  settled_at: Date | null
  created_at: Created
}

/** An org's spend in a month. An empty workflow id means the whole org. */
export interface CreditMonths {
  org_id: string
  month: string
  workflow_id: string
  used: Counter
  held: Counter
}

import type { DocumentLanguage, Ticket } from '@atrium/contracts'
import type { Cents, Created } from '@atrium/database'
import type { Generated } from 'kysely'

export interface OwnOfTicketType {
  org_id: string
  happening_id: string
  place_in_list: number
  /** Changed only by conditional updates. A constraint keeps `sold + held` within the capacity. */
  sold: Generated<number>
  held: Generated<number>
  /**
   * True while free tickets are given to the waiting list, step by step. Visitors get none of them.
   */
  serving: Generated<boolean>
}

export interface TicketOrders {
  id: string
  org_id: string
  happening_id: string
  ticket_type_id: string
  quantity: number
  name: string
  email: string
  status: Generated<'pending' | 'unpaid' | 'confirmed'>
  /**
   * SHA-256 in hex of the token in a pending order's mail. Kept, so confirming again finds the
   * order.
   */
  token_hash: string | null
  /** Set while the order is pending or unpaid. It holds its seats until then. */
  expires_at: Date | null
  /** The network the order came from. Cleared after a day. */
  client: string | null
  created_at: Created
}

export type TicketColumns = Omit<Ticket, 'ticketType' | 'name' | 'email'>

/**
 * The payment of a ticket order. It outlives the order, because the processor may report it late.
 */
export interface TicketPayments {
  order_id: string
  org_id: string
  happening_id: string
  ticket_type_id: string
  title: string
  quantity: number
  /** Empty once the tickets are issued or the money is returned. */
  name: string
  /** Emptied together with the name. */
  email: string
  language: DocumentLanguage
  /** Digest of the idempotency key and the request. Null if there is no key. */
  request: string | null
  account_id: string | null
  session_id: string | null
  amount_cents: Cents
  currency: string
  /**
   * `settling`: the bank takes days. `ended`: the session expired or the payment failed.
   * `unseated`: paid, but no seat is left. `returned`: the whole amount was returned.
   */
  state: 'open' | 'settling' | 'ended' | 'paid' | 'unseated' | 'wrong_amount' | 'returned'
  /** When the session expires. While the payment settles, the last time to wait for it. */
  session_ends_at: Date
  paid_at: Date | null
  created_at: Date
}

import type { DocumentLanguage, Ticket } from '@atrium/contracts'
import type { Cents, Created } from '@atrium/database'
import type { Generated } from 'kysely'

export interface OwnOfTicketType {
  org_id: string
  happening_id: string
  place_in_list: number
  /** Changed by conditional updates alone. A constraint keeps `sold + held` at most at the capacity. */
  sold: Generated<number>
  held: Generated<number>
  /** Free tickets are being given to the waiting list, step by step; visitors get none of them. */
  serving: Generated<boolean>
}

/** An order of the tickets of one type. */
export interface TicketOrders {
  id: string
  org_id: string
  happening_id: string
  ticket_type_id: string
  quantity: number
  name: string
  email: string
  status: Generated<'pending' | 'unpaid' | 'confirmed'>
  /** SHA-256 of the token in the mail of a pending order, in hex; kept so that confirming again finds it. */
  token_hash: string | null
  /** Set while the order is pending or unpaid: until then it holds its seats. */
  expires_at: Date | null
  /** The network that the order came from; forgotten after a day. */
  client: string | null
  created_at: Created
}

export type TicketColumns = Omit<Ticket, 'ticketType' | 'name' | 'email'>

/** The payment of an order of tickets. It outlives the order, because the processor may report it late. */
export interface TicketPayments {
  order_id: string
  org_id: string
  happening_id: string
  ticket_type_id: string
  /** The title of the happening. */
  title: string
  quantity: number
  /** Empty once the tickets are issued or the money is returned. */
  name: string
  /** Empty together with the name. */
  email: string
  language: DocumentLanguage
  /** A digest of the idempotency key and the request; null without a key. */
  request: string | null
  /** Null until the processor has opened the session. */
  account_id: string | null
  session_id: string | null
  amount_cents: Cents
  currency: string
  /**
   * `settling`: the bank takes days. `ended`: the session expired or the payment failed. `unseated`: paid, but no seat is
   * left. `returned`: all of the money went back.
   */
  state: 'open' | 'settling' | 'ended' | 'paid' | 'unseated' | 'wrong_amount' | 'returned'
  session_ends_at: Date
  paid_at: Date | null
  created_at: Date
}

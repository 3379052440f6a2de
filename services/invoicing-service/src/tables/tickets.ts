import type { Ticket } from '@atrium/contracts'
import type { Created } from '@atrium/database'
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
  status: Generated<'pending' | 'confirmed'>
  /** SHA-256 of the token in the mail of a pending order, in hex; kept so that confirming again finds it. */
  token_hash: string | null
  /** Set while the order is pending. */
  expires_at: Date | null
  /** The network that the order came from; forgotten after a day. */
  client: string | null
  created_at: Created
}

export type TicketColumns = Omit<Ticket, 'ticketType' | 'name' | 'email'>

import type { Ticket } from '@atrium/contracts'
import type { Created } from '@atrium/database'
import type { Generated } from 'kysely'

export interface OwnOfTicketType {
  org_id: string
  happening_id: string
  place_in_list: number
  /** Changed by a conditional update alone; a constraint holds it at the capacity. */
  sold: Generated<number>
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
  created_at: Created
}

export type TicketColumns = Omit<Ticket, 'ticketType' | 'name' | 'email'>

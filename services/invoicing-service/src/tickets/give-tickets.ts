import { newId, type TicketOrder, TicketsOrdered } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { HappeningRow } from './happening.ts'
import { insertOrder, type OrderRow } from './inventory.db.ts'
import type { OrgVoice } from './org-voice.ts'
import { newTicketCode } from './ticket-code.ts'
import { ticketMail } from './ticket-mail.ts'

type Wanted = Pick<OrderRow, 'ticket_type_id' | 'quantity' | 'name' | 'email'>

/** Stores an order with its tickets, its mail and its event; the inventory is the caller's. */
export async function giveTickets(
  { config, voice }: Pick<Deps, 'config'> & { voice: OrgVoice },
  tx: Transaction,
  happening: HappeningRow,
  { ticket_type_id, quantity, name, email }: Wanted,
): Promise<TicketOrder> {
  const { id: happening_id, org_id } = happening
  const order = { id: newId('ord'), org_id, happening_id, ticket_type_id, quantity, name, email }
  const tickets = Array.from({ length: quantity }, () => ({ id: newId('tkt'), code: newTicketCode() }))
  const sender = { ...voice, dashboardUrl: config.DASHBOARD_URL }
  await insertOrder(tx, order, tickets)
  await queueMails(tx, [ticketMail(happening, order, tickets, sender)])
  await emit(tx, TicketsOrdered, org_id, {
    happeningId: happening_id,
    orderId: order.id,
    ticketTypeId: ticket_type_id,
    quantity,
    name,
    email,
  })
  return { id: order.id, tickets }
}

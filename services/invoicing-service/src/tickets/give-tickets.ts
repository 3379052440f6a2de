import { type ConfirmedOrder, TicketsOrdered } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { HappeningRow } from './happenings/happening.ts'
import { insertOrder, insertTickets, type OrderRow } from './inventory.db.ts'
import type { OrgVoice } from './org-voice.ts'
import { newTicketCode } from './ticket-code.ts'
import { ticketMail } from './ticket-mail.ts'

type Giving = Pick<Deps, 'config' | 'newId'> & { voice: OrgVoice }
type Wanted = Pick<OrderRow, 'ticket_type_id' | 'quantity' | 'name' | 'email'> & {
  client?: string | null
}
type Ordered = Pick<OrderRow, 'id' | 'org_id' | 'happening_id'> & Wanted

/** Stores an order with its tickets, mail and event. The caller changes the inventory. */
export async function giveTickets(
  deps: Giving,
  tx: Transaction,
  happening: HappeningRow,
  { ticket_type_id, quantity, name, email, client = null }: Wanted,
): Promise<ConfirmedOrder> {
  const { id: happening_id, org_id } = happening
  const order = {
    id: deps.newId('ord'),
    org_id,
    happening_id,
    ticket_type_id,
    quantity,
    name,
    email,
    client,
  }
  await insertOrder(tx, order)
  return issueTickets(deps, tx, happening, order)
}

/** Issues the tickets of a stored order with their mail and event. */
export async function issueTickets(
  { config, newId, voice }: Giving,
  tx: Transaction,
  happening: HappeningRow,
  order: Ordered,
): Promise<ConfirmedOrder> {
  const tickets = Array.from({ length: order.quantity }, () => ({
    id: newId('tkt'),
    code: newTicketCode(),
  }))
  const sender = { ...voice, dashboardUrl: config.DASHBOARD_URL }
  await insertTickets(tx, order, tickets)
  await queueMails(tx, [ticketMail(happening, order, tickets, sender)])
  const { ticket_type_id: ticketTypeId, quantity, name, email } = order
  await emit(tx, TicketsOrdered, order.org_id, {
    happeningId: order.happening_id,
    orderId: order.id,
    ticketTypeId,
    title: happening.title,
    quantity,
    name,
    email,
  })
  return { id: order.id, status: 'confirmed', tickets }
}

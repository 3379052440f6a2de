import {
  HeldTicket,
  readTicketCode,
  Ticket,
  TicketCheckedIn,
  ticketErrors,
} from '@atrium/contracts'
import { audit, createView, emit, inTransaction } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import type { Ctx, Deps } from '../deps.ts'
import { isOver } from './happenings/happening.ts'
import { shareHappeningRow } from './happenings.db.ts'
import { releaseTickets } from './inventory.db.ts'
import { orgVoice } from './org-voice.ts'
import { voidedMail } from './ticket-mail.ts'
import {
  admitTicket,
  deleteTicketRow,
  getHeldRow,
  getTicketOfCode,
  type TicketRow,
} from './tickets.db.ts'
import { serveWaitingList } from './waiting-list/serve-waiting-list.ts'

export const toTicket: (row: TicketRow) => Ticket = createView(Ticket)
const toHeldTicket = createView(HeldTicket.omit({ language: true }))

/** Returns a ticket by its secret code, with its organisation's id. Throws `not_found`. */
export async function findHeldTicket({ db }: Pick<Deps, 'db'>, code: string) {
  const { org_id, ...row } = await getHeldRow(db, readTicketCode(code))
  return { orgId: org_id, ticket: toHeldTicket(row) }
}

/**
 * Checks a ticket in. If a code is checked in concurrently, exactly one call succeeds. Throws
 * `not_found`, also if the ticket is for another event, and `already_checked_in` (409) with the
 * first check-in time.
 */
export const checkIn = (
  deps: Deps,
  ctx: Ctx,
  { happeningId, typed }: { happeningId: string; typed: string },
): Promise<Ticket> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const { orgId, userId } = ctx.principal
    const code = readTicketCode(typed)
    const isAdmitted = await admitTicket(
      tx,
      { orgId, happeningId, code },
      { at: deps.now(), userId },
    )
    const ticket = await getTicketOfCode(tx, orgId, happeningId, code)
    if (!isAdmitted) {
      const at = ticket.checked_in_at?.toISOString() ?? 'an unknown time'
      throw ticketErrors.already_checked_in({ message: `This ticket was already used at ${at}` })
    }
    await emit(tx, TicketCheckedIn, orgId, { happeningId, ticketId: ticket.id, name: ticket.name })
    return toTicket(ticket)
  })

/**
 * Cancels an unused ticket and mails its holder, unless the event has ended. Its seat goes to the
 * waiting list, or becomes free if nobody waits. Throws `not_found`, `already_checked_in` (409).
 */
export async function cancelTicket(
  deps: Deps,
  ctx: Ctx,
  { happeningId, id }: { happeningId: string; id: string },
) {
  const { orgId } = ctx.principal
  const voice = await orgVoice(deps, orgId)
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const happening = await shareHappeningRow(tx, orgId, happeningId)
    const ticket = await deleteTicketRow(tx, orgId, happeningId, id)
    await audit(tx, orgId, {
      action: 'ticket.cancelled',
      target: { type: 'ticket', id, name: ticket.name },
      detail: { happening: happening.title, happeningId },
    })
    if (!isOver(happening, deps.now())) {
      await queueMails(tx, [
        voidedMail(happening, ticket, { key: id, codes: [ticket.code] }, voice),
      ])
    }
    await releaseTickets(tx, { ...ticket, quantity: 1 })
    await serveWaitingList(deps, tx, { happening, voice }, ticket.ticket_type_id)
  })
}

import {
  happeningErrors,
  type OrderTickets,
  readTicketCode,
  WaitingEntry,
  WaitingListJoined,
  WaitingPerson,
  type WaitingPlace,
} from '@atrium/contracts'
import { createView, emit, inTransaction } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import type { Transaction } from '../../database.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { isFree } from '../happenings/happening.ts'
import { lockTypeRow, shareHappeningRow } from '../happenings.db.ts'
import { limitVisitor } from '../orders/limit-visitors.ts'
import { findOrderable, isLeft } from '../orders/order-tickets.ts'
import { orgVoice } from '../org-voice.ts'
import { newTicketCode } from '../ticket-code.ts'
import { waitingMail } from '../ticket-mail.ts'
import { lockAddress } from '../visitor-mails.db.ts'
import {
  deleteWaitingEntry,
  deleteWaitingOfCode,
  findPosition,
  getWaitingPersonRow,
  isWaiting,
  putWaiting,
  type WaitingRow,
} from './waiting-list.db.ts'

const toPerson = createView(WaitingPerson.omit({ position: true, language: true }))

export const toWaitingEntry: (row: WaitingRow) => WaitingEntry = createView(WaitingEntry)

/**
 * Adds an entry to a waiting list. The type is locked, so no ticket becomes free between the check
 * and the entry. Throws `not_found`, `not_sold_out`, `priced_ticket`, `happening_over`,
 * `too_many_tickets` (409), `rate_limited` (429).
 */
export async function joinWaitingList(
  deps: Deps,
  { tx: outer, client }: { tx?: Transaction | undefined; client?: string | undefined },
  address: { orgSlug: string; slug: string },
  { ticketTypeId, quantity, name, email }: OrderTickets,
): Promise<WaitingPlace> {
  const { happening, type: wanted } = await findOrderable(
    deps,
    outer ?? deps.db,
    address,
    ticketTypeId,
  )
  if (!isFree(wanted)) throw happeningErrors.priced_ticket()
  const { org_id, id: happening_id } = happening
  const voice = await orgVoice(deps, org_id)
  return inTransaction(deps.db, outer, async (tx) => {
    await lockAddress(tx, org_id, email)
    if (!(await isWaiting(tx, { org_id, ticket_type_id: ticketTypeId, email }))) {
      await limitVisitor(
        deps,
        tx,
        { orgId: org_id, happeningId: happening_id, email, client },
        quantity,
      )
    }
    await shareHappeningRow(tx, org_id, happening_id)
    const type = await lockTypeRow(tx, org_id, happening_id, ticketTypeId)
    if (isLeft(type, quantity)) throw happeningErrors.not_sold_out()
    const entry = {
      id: deps.newId('wait'),
      code: newTicketCode(),
      org_id,
      happening_id,
      ticket_type_id: type.id,
      quantity,
      name,
      email,
      client: client ?? null,
    }
    const { id, isNew } = await putWaiting(tx, entry)
    const sender = { ...voice, dashboardUrl: deps.config.DASHBOARD_URL }
    if (isNew) {
      await queueMails(tx, [waitingMail(happening, type.name, entry, sender)])
      const { title } = happening
      const joined = { happeningId: happening_id, entryId: id, title, name, email }
      await emit(tx, WaitingListJoined, org_id, joined)
    }
    return { id, position: await findPosition(tx, org_id, type.id, id) }
  })
}

/** Removes an entry from the waiting list. Throws `not_found`. */
export async function removeWaiting(
  deps: Deps,
  { principal, tx: outer }: Ctx,
  { happeningId, id }: { happeningId: string; id: string },
): Promise<undefined> {
  await inTransaction(deps.db, outer, (tx) =>
    deleteWaitingEntry(tx, principal.orgId, happeningId, id),
  )
}

/**
 * Returns a waiting-list entry by the code in its mail, with its organisation's id. Throws
 * `not_found`.
 */
export async function findWaitingPerson({ db }: Pick<Deps, 'db'>, code: string) {
  const { position, org_id, ...row } = await getWaitingPersonRow(db, readTicketCode(code))
  return { orgId: org_id, person: { ...toPerson(row), position: Number(position) } }
}

/** Leaves a waiting list with the code from the mail. Throws `not_found`. */
export async function leaveWaitingList({ db }: Pick<Deps, 'db'>, code: string): Promise<undefined> {
  await inTransaction(db, undefined, (tx) => deleteWaitingOfCode(tx, readTicketCode(code)))
}

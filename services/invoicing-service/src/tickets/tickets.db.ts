import { type listTickets, ticketErrors } from '@atrium/contracts'
import { containsText, readPage } from '@atrium/database'
import type { z } from 'zod'
import type { Db, Transaction } from '../database.ts'

const notFound = () => ticketErrors.not_found()

const tickets = (db: Db) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('ticket_orders as o', (join) =>
      join.onRef('o.id', '=', 't.order_id').onRef('o.org_id', '=', 't.org_id'),
    )
    .innerJoin('ticket_types as y', (join) =>
      join.onRef('y.id', '=', 't.ticket_type_id').onRef('y.org_id', '=', 't.org_id'),
    )

const selectTickets = (db: Db, orgId: string, happeningId: string) =>
  tickets(db)
    .selectAll('t')
    .select(['o.name', 'o.email', 'y.name as ticket_type'])
    .where('t.org_id', '=', orgId)
    .where('t.happening_id', '=', happeningId)

export type TicketRow = Awaited<
  ReturnType<ReturnType<typeof selectTickets>['executeTakeFirstOrThrow']>
>

export function listTicketRows(
  db: Db,
  orgId: string,
  happeningId: string,
  { q, checkedIn, ticketTypeId, ...page }: z.output<typeof listTickets.query>,
) {
  const query = selectTickets(db, orgId, happeningId)
    .$if(Boolean(q), (all) => all.where(containsText(['o.name', 'o.email', 't.code'], q ?? '')))
    .$if(checkedIn !== undefined, (all) =>
      all.where('t.checked_in_at', checkedIn === 'true' ? 'is not' : 'is', null),
    )
    .$if(ticketTypeId !== undefined, (all) =>
      all.where('t.ticket_type_id', '=', ticketTypeId ?? ''),
    )
  return readPage(db, query.orderBy('t.id', 'desc'), page)
}

export const listTicketsAfter = (
  db: Db,
  orgId: string,
  happeningId: string,
  { after, limit }: { after: string; limit: number },
) =>
  selectTickets(db, orgId, happeningId)
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(limit)
    .execute()

export const listTicketsByName = (db: Db, orgId: string, happeningId: string, limit: number) =>
  selectTickets(db, orgId, happeningId)
    .orderBy((eb) => eb.fn('lower', ['o.name']))
    .orderBy('t.id')
    .limit(limit)
    .execute()

/** Throws `not_found`, also if the ticket is of another event. */
export const getTicketOfCode = (db: Db, orgId: string, happeningId: string, code: string) =>
  selectTickets(db, orgId, happeningId).where('t.code', '=', code).executeTakeFirstOrThrow(notFound)

/** Checks an unused ticket in. Of concurrent calls one succeeds. Returns true if this one did. */
export async function admitTicket(
  tx: Transaction,
  { orgId, happeningId, code }: { orgId: string; happeningId: string; code: string },
  by: { at: Date; userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ checked_in_at: by.at, checked_in_by: by.userId })
    .where((eb) => eb.and({ org_id: orgId, happening_id: happeningId, code }))
    .where('checked_in_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Deletes an unused ticket. Returns it with its holder's name and address. Throws `not_found`,
 * `already_checked_in`.
 */
export async function deleteTicketRow(
  tx: Transaction,
  orgId: string,
  happeningId: string,
  id: string,
) {
  const deleted = await tx
    .deleteFrom('tickets')
    .using('ticket_orders as o')
    .where('tickets.org_id', '=', orgId)
    .where('tickets.happening_id', '=', happeningId)
    .where('tickets.id', '=', id)
    .where('tickets.checked_in_at', 'is', null)
    .whereRef('o.id', '=', 'tickets.order_id')
    .whereRef('o.org_id', '=', 'tickets.org_id')
    .returningAll('tickets')
    .returning(['o.name', 'o.email'])
    .executeTakeFirst()
  if (deleted !== undefined) return deleted
  await tx
    .selectFrom('tickets')
    .select('id')
    .where((eb) => eb.and({ org_id: orgId, happening_id: happeningId, id }))
    .executeTakeFirstOrThrow(notFound)
  throw ticketErrors.already_checked_in()
}

/** Returns a ticket with its event, by its secret code. Throws `not_found`. */
export const getHeldRow = (db: Db, code: string) =>
  tickets(db)
    .innerJoin('happenings as h', (join) =>
      join.onRef('h.id', '=', 't.happening_id').onRef('h.org_id', '=', 't.org_id'),
    )
    .select(['t.org_id', 't.code', 't.checked_in_at', 'o.name', 'y.name as ticket_type'])
    .select(['h.title', 'h.starts_at', 'h.ends_at', 'h.time_zone', 'h.place'])
    .where('t.code', '=', code)
    .executeTakeFirstOrThrow(notFound)

/** Lists the addresses with tickets or waiting-list entries, each once. */
export const listAddresses = (tx: Transaction, orgId: string, happeningId: string) =>
  tx
    .selectFrom('ticket_orders')
    .select('email')
    .where((eb) => eb.and({ org_id: orgId, happening_id: happeningId }))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('tickets')
          .select('tickets.id')
          .whereRef('tickets.order_id', '=', 'ticket_orders.id'),
      ),
    )
    .union((eb) =>
      eb
        .selectFrom('waiting_list')
        .select('email')
        .where((inner) => inner.and({ org_id: orgId, happening_id: happeningId })),
    )
    .execute()

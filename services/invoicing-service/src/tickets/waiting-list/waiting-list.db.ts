import { ticketErrors } from '@atrium/contracts'
import { type PageQuery, readPage } from '@atrium/database'
import type { Db, NewRow, OrgKey, Row, Transaction } from '../../database.ts'

export type WaitingRow = Row<'waiting_list'>

export const listWaitingRows = (db: Db, orgId: string, happeningId: string, page: PageQuery) =>
  readPage(
    db,
    db
      .selectFrom('waiting_list')
      .selectAll()
      .where((eb) => eb.and({ org_id: orgId, happening_id: happeningId }))
      .orderBy('id'),
    page,
  )

type Place = Pick<NewRow<'waiting_list'>, 'org_id' | 'ticket_type_id' | 'email'>

const ofAddress = (tx: Transaction, { org_id, ticket_type_id, email }: Place) =>
  tx
    .selectFrom('waiting_list')
    .select('id')
    .where((eb) => eb.and({ org_id, ticket_type_id }))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))

export const isWaiting = async (tx: Transaction, place: Place): Promise<boolean> =>
  (await ofAddress(tx, place).executeTakeFirst()) !== undefined

/**
 * Adds an entry unless its address already waits for the type. Returns the entry's id and whether
 * it is new.
 */
export async function putWaiting(tx: Transaction, row: NewRow<'waiting_list'>) {
  await tx
    .insertInto('waiting_list')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await ofAddress(tx, row).executeTakeFirstOrThrow()
  return { id, isNew: id === row.id }
}

export async function findPosition(tx: Transaction, orgId: string, typeId: string, id: string) {
  const { n } = await tx
    .selectFrom('waiting_list')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where((eb) => eb.and({ org_id: orgId, ticket_type_id: typeId }))
    .where('id', '<=', id)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Returns a type's first entries for at most `free` tickets each. */
export const firstWaiting = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  { free, limit }: { free: number; limit: number },
) =>
  tx
    .selectFrom('waiting_list')
    .selectAll()
    .where((eb) => eb.and({ org_id, ticket_type_id: id }))
    .where('quantity', '<=', free)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function deleteWaiting(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('waiting_list').where('org_id', '=', orgId).where('id', 'in', ids).execute()
}

const notFound = () =>
  ticketErrors.not_found({ message: 'This place on the waiting list no longer exists' })

/** Deletes an event's entry. Throws `not_found`, also if the entry belongs to another event. */
export const deleteWaitingEntry = (
  tx: Transaction,
  orgId: string,
  happeningId: string,
  id: string,
) =>
  tx
    .deleteFrom('waiting_list')
    .where((eb) => eb.and({ org_id: orgId, happening_id: happeningId, id }))
    .returning('id')
    .executeTakeFirstOrThrow(notFound)

/** Deletes an entry by its secret code. Throws `not_found`. */
export const deleteWaitingOfCode = (tx: Transaction, code: string) =>
  tx
    .deleteFrom('waiting_list')
    .where('code', '=', code)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)

/** Returns an entry with its event and position, by its secret code. Throws `not_found`. */
export const getWaitingPersonRow = (db: Db, code: string) =>
  db
    .selectFrom('waiting_list as w')
    .innerJoin('ticket_types as y', (join) =>
      join.onRef('y.id', '=', 'w.ticket_type_id').onRef('y.org_id', '=', 'w.org_id'),
    )
    .innerJoin('happenings as h', (join) =>
      join.onRef('h.id', '=', 'w.happening_id').onRef('h.org_id', '=', 'w.org_id'),
    )
    .select(['w.org_id', 'w.name', 'w.quantity', 'y.name as ticket_type'])
    .select(['h.title', 'h.starts_at', 'h.ends_at', 'h.time_zone', 'h.place'])
    .select((eb) =>
      eb
        .selectFrom('waiting_list as before')
        .whereRef('before.org_id', '=', 'w.org_id')
        .whereRef('before.ticket_type_id', '=', 'w.ticket_type_id')
        .whereRef('before.id', '<=', 'w.id')
        .select((inner) => inner.fn.countAll<string>().as('n'))
        .as('position'),
    )
    .where('w.code', '=', code)
    .executeTakeFirstOrThrow(notFound)

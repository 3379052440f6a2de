import { type PageQuery, readPage } from '@atrium/database'
import type { Db, NewRow, Row, Transaction } from '../database.ts'

export type WaitingRow = Row<'waiting_list'>

/** A page of the waiting list of a happening, in its order. */
export const listWaitingRows = (db: Db, orgId: string, happeningId: string, page: PageQuery) =>
  readPage(
    db
      .selectFrom('waiting_list')
      .selectAll()
      .where((eb) => eb.and({ org_id: orgId, happening_id: happeningId }))
      .orderBy('id'),
    page,
  )

/** Adds an entry unless its address waits for the type already; the id of its entry. */
export async function putWaiting(tx: Transaction, row: NewRow<'waiting_list'>): Promise<string> {
  const { org_id, ticket_type_id, email } = row
  await tx
    .insertInto('waiting_list')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('waiting_list')
    .select('id')
    .where((eb) => eb.and({ org_id, ticket_type_id }))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirstOrThrow()
  return id
}

/** The place of an entry in the list of its type, from 1. */
export async function positionOf(
  tx: Transaction,
  orgId: string,
  typeId: string,
  id: string,
): Promise<number> {
  const { n } = await tx
    .selectFrom('waiting_list')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where((eb) => eb.and({ org_id: orgId, ticket_type_id: typeId }))
    .where('id', '<=', id)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The first entry of the list of a type. */
export const firstWaiting = (tx: Transaction, orgId: string, typeId: string) =>
  tx
    .selectFrom('waiting_list')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, ticket_type_id: typeId }))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export async function deleteWaiting(tx: Transaction, { org_id, id }: WaitingRow): Promise<void> {
  await tx
    .deleteFrom('waiting_list')
    .where((eb) => eb.and({ org_id, id }))
    .execute()
}

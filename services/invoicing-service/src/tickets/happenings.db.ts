import { happeningErrors, ticketErrors } from '@atrium/contracts'
import { containsText, isUniqueViolation, type PageQuery, readPage } from '@atrium/database'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, OrgKey, Transaction } from '../database.ts'

const notFound = () => happeningErrors.not_found()

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error, 'happenings_org_id_slug_key') ? takenSlug(error) : error
}

/** The refusal of a slug that another event has. */
export const takenSlug = (cause?: unknown) =>
  happeningErrors.slug_taken({
    cause,
    details: { errors: [{ path: 'slug', message: 'Choose another web address' }] },
  })

export function listHappeningRows(
  db: Db,
  orgId: string,
  { q, ...page }: PageQuery & { q?: string | undefined },
) {
  const query = db
    .selectFrom('happenings')
    .selectAll()
    .where('org_id', '=', orgId)
    .$if(Boolean(q), (all) => all.where(containsText(['title', 'place'], q ?? '')))
  return readPage(db, query.orderBy('id', 'desc'), page)
}

/** Returns a page of an org's published events, the next one first and past ones last. */
export const listPublishedRows = (db: Db, orgId: string, now: Date, page: PageQuery) =>
  readPage(
    db,
    db
      .selectFrom('happenings')
      .selectAll()
      .where((eb) => eb.and({ org_id: orgId, published: true }))
      .orderBy(sql`coalesce(ends_at, starts_at + interval '1 day') <= ${now}::timestamptz`)
      .orderBy('starts_at')
      .orderBy('id'),
    page,
  )

const selectHappening = (db: Db, orgId: string, id: string) =>
  db.selectFrom('happenings').selectAll().where('org_id', '=', orgId).where('id', '=', id)

/** Throws `not_found`, also if the event belongs to another org. */
export const getHappeningRow = (db: Db, orgId: string, id: string) =>
  selectHappening(db, orgId, id).executeTakeFirstOrThrow(notFound)

export const lockHappeningRow = (tx: Transaction, orgId: string, id: string) =>
  selectHappening(tx, orgId, id).forUpdate().executeTakeFirstOrThrow(notFound)

/**
 * Locks an event against changes. Call it before locking a ticket type, in the same order as a
 * change does, to prevent a deadlock. Throws `not_found`.
 */
export const shareHappeningRow = (tx: Transaction, orgId: string, id: string) =>
  selectHappening(tx, orgId, id).forKeyShare().executeTakeFirstOrThrow(notFound)

/** Locks an event against changes. Returns undefined if the event was deleted. */
export const shareIfThere = (tx: Transaction, orgId: string, id: string) =>
  selectHappening(tx, orgId, id).forKeyShare().executeTakeFirst()

/** Throws `not_found`, also if the event is not published. */
export const getPublishedRow = (db: Db, orgId: string, slug: string) =>
  db
    .selectFrom('happenings')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, slug, published: true }))
    .executeTakeFirstOrThrow(notFound)

/** Returns undefined if another event has the slug. */
export const insertHappening = (tx: Transaction, row: NewRow<'happenings'>) =>
  tx
    .insertInto('happenings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Raises the version. Throws `slug_taken`. */
export const updateHappeningRow = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'happenings'>,
) =>
  tx
    .updateTable('happenings')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow(notFound)
    .catch(refuseTakenSlug)

export async function deleteHappeningRow(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<void> {
  await tx.deleteFrom('happenings').where('org_id', '=', orgId).where('id', '=', id).execute()
}

export const listTypeRows = (db: Db, orgId: string, happeningIds: readonly string[]) =>
  happeningIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('ticket_types')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('happening_id', 'in', happeningIds)
        .orderBy('place_in_list')
        .orderBy('id')
        .execute()

/** Locks an event's ticket types, so no ticket is issued before the transaction ends. */
export const lockTypeRows = (tx: Transaction, orgId: string, happeningId: string) =>
  tx
    .selectFrom('ticket_types')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, happening_id: happeningId }))
    .orderBy('id')
    .forUpdate()
    .execute()

const noSuchType = () => ticketErrors.not_found({ message: 'Ticket type not found' })

const selectType = (db: Db, orgId: string, happeningId: string, id: string) =>
  db
    .selectFrom('ticket_types')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, happening_id: happeningId, id }))

/** Throws `not_found`, also if the ticket type belongs to another event. */
export const getTypeRow = (db: Db, orgId: string, happeningId: string, id: string) =>
  selectType(db, orgId, happeningId, id).executeTakeFirstOrThrow(noSuchType)

/** Locks the type's inventory until the transaction ends. */
export const lockTypeRow = (tx: Transaction, orgId: string, happeningId: string, id: string) =>
  selectType(tx, orgId, happeningId, id).forNoKeyUpdate().executeTakeFirstOrThrow(noSuchType)

export async function insertTypes(
  tx: Transaction,
  rows: Array<NewRow<'ticket_types'>>,
): Promise<void> {
  if (rows.length > 0) await tx.insertInto('ticket_types').values(rows).execute()
}

export const updateType = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'ticket_types'>,
) =>
  tx
    .updateTable('ticket_types')
    .set(changes)
    .where((eb) => eb.and({ org_id, id }))
    .execute()

export async function deleteTypes(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('ticket_types').where('org_id', '=', orgId).where('id', 'in', ids).execute()
}

import { ActivityRecorded, type OrgRole } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

type Audience = Database['activity_entries']['audience']
export type ActivityRow = Selectable<Database['activity_entries']>
/** The list cursor: the time and id of an entry. */
export type ActivityPosition = Pick<ActivityRow, 'at' | 'id'>

/** Stores and announces an entry unless its id is already stored or the org is deleted. */
export async function insertActivity(
  tx: Transaction,
  entry: Insertable<Database['activity_entries']>,
): Promise<void> {
  const org = await tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', entry.org_id)
    .forKeyShare()
    .executeTakeFirst()
  if (org === undefined) return
  const inserted = await tx
    .insertInto('activity_entries')
    .values(entry)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) await emit(tx, ActivityRecorded, entry.org_id, {})
}

interface PersonCard {
  readonly orgId: string
  readonly cardId: string
  /** What the entries say instead of the person's name. */
  readonly name: string
}

/**
 * Makes a removal and the transactions that name the card's person wait for each other. The latter do
 * not wait among themselves, because they hold many cards in any order and would deadlock.
 */
export const lockCardEntries = (
  tx: Transaction,
  { cardId }: Pick<PersonCard, 'cardId'>,
  { isRemoval }: { isRemoval: boolean },
) =>
  sql`select ${sql.raw(isRemoval ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')}(
    hashtextextended('card entries ' || ${cardId}, 0))`.execute(tx)

const entriesAbout = ({ orgId, cardId }: PersonCard) => ({
  org_id: orgId,
  target_type: 'card',
  target_id: cardId,
})

/** Takes a person's name out of the entries about a card, and deletes notifications about the card. */
export async function removePerson(tx: Transaction, card: PersonCard): Promise<void> {
  await tx
    .updateTable('activity_entries')
    .set({ target_name: card.name, note: '' })
    .where((entry) => entry.and(entriesAbout(card)))
    .execute()
  await tx
    .deleteFrom('notifications')
    .where('org_id', '=', card.orgId)
    .where('user_id', 'in', (query) =>
      query
        .selectFrom('member')
        .select('member.userId')
        .where('member.organizationId', '=', card.orgId),
    )
    .where('href', '=', `/board?card=${encodeURIComponent(card.cardId)}`)
    .execute()
}

export async function isPersonRemoved(tx: Transaction, card: PersonCard): Promise<boolean> {
  const entry = await tx
    .selectFrom('activity_entries')
    .select('id')
    .where((row) => row.and({ ...entriesAbout(card), target_name: card.name }))
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

const seenBy: Readonly<Record<OrgRole, readonly Audience[]>> = {
  owner: ['member', 'admin'],
  admin: ['member', 'admin'],
  member: ['member'],
}
const audiences: readonly Audience[] = ['member', 'admin', 'owner']

export interface ActivityReader {
  readonly orgId: string
  readonly userId: string
  readonly role: OrgRole
}

/**
 * Lists the entries that a member may see, newest first. Each audience has its own query, so that
 * each reads only the rows it returns, however many rows of others lie between them.
 */
export async function listActivityRows(
  db: Db,
  { orgId, userId, role }: ActivityReader,
  { after, limit }: { after: ActivityPosition | undefined; limit: number },
): Promise<ActivityRow[]> {
  const open = seenBy[role]
  const parts = audiences.map((audience) =>
    db
      .selectFrom('activity_entries')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('audience', '=', audience)
      .$if(!open.includes(audience), (all) => all.where('owner_id', '=', userId))
      .$if(after !== undefined, (all) =>
        all.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('at', 'id'), '<', tuple(after?.at ?? new Date(0), after?.id ?? '')),
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  )
  const rows = (await Promise.all(parts)).flat()
  return rows.sort(compareNewest).slice(0, limit)
}

const compareNewest = (a: ActivityPosition, b: ActivityPosition): number =>
  b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)

export async function findUserName(tx: Transaction, userId: string): Promise<string | undefined> {
  const user = await tx
    .selectFrom('user')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.name
}

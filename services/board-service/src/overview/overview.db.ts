import { type CardKind, type CardStatus, foldText } from '@atrium/contracts'
import { countAbout } from '@atrium/database'
import type { Db } from '../database.ts'

const selectPosts = (db: Db, orgId: string, status: CardStatus) =>
  db
    .selectFrom('tasks as t')
    .innerJoin('posts as p', (join) =>
      join.onRef('p.task_id', '=', 't.id').onRef('p.org_id', '=', 't.org_id'),
    )
    .where('t.org_id', '=', orgId)
    .where('t.kind', '=', 'post')
    .where('t.status', '=', status)

async function selectNewest(db: Db, query: ReturnType<typeof selectPosts>) {
  const [newest, count] = await Promise.all([
    query
      .select(['t.id', 't.title', 't.body', 't.due_date', 't.updated_at', 'p.failure'])
      .orderBy('t.updated_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    countAbout(db, query, { limit: 1, offset: 0 }),
  ])
  return newest && { ...newest, count }
}

/** Returns an org's newest post with a status, and about how many there are. */
export const newestPost = (db: Db, orgId: string, status: CardStatus) =>
  selectNewest(db, selectPosts(db, orgId, status))

/**
 * Returns an org's newest draft that waits for approval, and about how many there are. Nobody
 * approves a post for manual publishing.
 */
export const newestDraft = (db: Db, orgId: string) =>
  selectNewest(
    db,
    selectPosts(db, orgId, 'draft').where('t.destination_scheme', 'is distinct from', 'manual'),
  )

/** Returns the newest approved post due before `before`, and about how many there are. */
export const newestOverduePost = (db: Db, orgId: string, before: Date) =>
  selectNewest(db, selectPosts(db, orgId, 'reviewed').where('t.due_date', '<', before))

export type NewestPost = NonNullable<Awaited<ReturnType<typeof newestPost>>>

/** Counts the approved posts with a due date in a period. */
export async function countPostsBetween(
  db: Db,
  orgId: string,
  from: Date,
  to: Date,
): Promise<number> {
  const { n } = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('org_id', '=', orgId)
    .where('kind', '=', 'post')
    .where('status', '=', 'reviewed')
    .where('due_date', '>=', from)
    .where('due_date', '<', to)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Returns whether an org has a card, and whether it has a post. */
export async function findFirstKinds(
  db: Db,
  orgId: string,
): Promise<{ hasCard: boolean; hasPost: boolean }> {
  const cards = db.selectFrom('tasks').select('id').where('org_id', '=', orgId).limit(1)
  const [card, post] = await Promise.all([
    cards.executeTakeFirst(),
    cards.where('kind', '=', 'post').executeTakeFirst(),
  ])
  return { hasCard: card !== undefined, hasPost: post !== undefined }
}

/**
 * Returns an org's newest card with a status, and about how many there are. Filters by kind if one
 * is given, and excludes posts.
 */
export async function newestCard(db: Db, orgId: string, status: CardStatus, kind?: CardKind) {
  const cards = db
    .selectFrom('tasks')
    .select(['id', 'kind', 'title', 'body', 'fields', 'updated_at'])
    .where('org_id', '=', orgId)
    .where('status', '=', status)
    .where('kind', '<>', 'post')
    .$if(kind !== undefined, (all) => all.where('kind', '=', kind ?? 'task'))
  const [newest, count] = await Promise.all([
    cards.orderBy('updated_at', 'desc').limit(1).executeTakeFirst(),
    countAbout(db, cards, { limit: 1, offset: 0 }),
  ])
  return newest && { ...newest, count }
}

export type NewestCard = NonNullable<Awaited<ReturnType<typeof newestCard>>>

/**
 * Maximum number of sites compared. An org has few sites, so they are compared without an index.
 */
const mostCompared = 5_000

/** Returns sites, by name, if their name or public name contains a text. */
export const findSites = async (db: Db, orgId: string, text: string, limit: number) => {
  const sites = await db
    .selectFrom('sites')
    .select(['id', 'name', 'slug', 'status'])
    .where('org_id', '=', orgId)
    .orderBy('name')
    .limit(mostCompared)
    .execute()
  const folded = foldText(text)
  return sites
    .filter(({ name, slug }) => foldText(`${name} ${slug}`).includes(folded))
    .slice(0, limit)
}

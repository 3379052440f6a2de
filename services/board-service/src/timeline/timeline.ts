import {
  type CapturedComment,
  CardMentioned,
  CommentCaptured,
  cardTitle,
  type NewTimelineEntry,
  type TimelineEntry,
  TimelineEntryAdded,
  type TimelineQuery,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { getLockedCard, getStoredCard } from '../cards/stored-cards.ts'
import { type Ctx, type Deps, toAuthor } from '../deps.ts'
import { addCardReferences } from '../references/change-references.ts'
import { cardReferences } from '../references/reference-keys.ts'
import { readMentions } from './mentions.ts'
import {
  findEntries,
  getEntryByKey,
  insertEntry,
  type ShownRow,
  type TimelineRow,
} from './timeline.db.ts'

const shownView = ({ id, kind, body, author, change, created_at }: ShownRow): TimelineEntry => ({
  id,
  kind,
  body,
  author,
  createdAt: created_at.toISOString(),
  ...(change === null ? {} : { change }),
})

const entryView = (row: TimelineRow): TimelineEntry =>
  shownView({ ...row, author: { type: row.author_type, id: row.author_id }, change: null })

/**
 * Appends an entry to a card's timeline. If the `key` already exists, returns its entry and changes
 * nothing. Throws `not_found` (404), `asset_released` (409).
 */
export async function appendEntry(
  deps: Deps,
  ctx: Ctx,
  {
    taskId,
    input,
    key,
    comment,
  }: {
    taskId: string
    input: NewTimelineEntry
    key?: string | undefined
    comment?: CapturedComment | undefined
  },
): Promise<TimelineEntry> {
  const { orgId } = ctx.principal
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const { card } = await getLockedCard(tx, orgId, taskId)
    const now = deps.now()
    const author = toAuthor(ctx)
    const keys = cardReferences(orgId, input.body)
    const row = await insertEntry(tx, {
      id: deps.newId('tle'),
      org_id: orgId,
      task_id: taskId,
      kind: input.kind,
      body: input.body,
      author_type: author.type,
      author_id: author.id,
      key: key ?? null,
      asset_keys: keys,
      created_at: now,
    })
    if (row === undefined) return entryView(await getEntryByKey(tx, orgId, taskId, key ?? ''))
    await addCardReferences(tx, { orgId, taskId, keys, now })
    await emit(tx, TimelineEntryAdded, orgId, {
      taskId,
      entryId: row.id,
      kind: row.kind,
      authorType: row.author_type,
      ownerId: card.owner_id,
    })
    const { userIds, text } = readMentions(input.body)
    // A comment comes from a stranger at a network.
    if (userIds.length > 0 && comment === undefined) {
      await emit(tx, CardMentioned, orgId, {
        taskId,
        title: cardTitle(card),
        entryId: row.id,
        text,
        userIds,
        byId: author.type === 'user' ? author.id : null,
      })
    }
    if (comment !== undefined) await emit(tx, CommentCaptured, orgId, { taskId, ...comment })
    return entryView(row)
  })
}

/** Returns a page of a card's timeline. Throws `not_found` if the org does not have the card. */
export async function readTimeline(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { taskId, query }: { taskId: string; query: TimelineQuery },
): Promise<{ items: TimelineEntry[]; total: number; limit: number; offset: number }> {
  await getStoredCard(deps, orgId, taskId)
  const { rows, ...page } = await findEntries(deps.db, orgId, taskId, query)
  return { items: rows.map(shownView), ...page }
}

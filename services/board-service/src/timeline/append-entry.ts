import { type NewTimelineEntry, newId, type TimelineEntry, TimelineEntryAdded } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { getLockedCard } from '../cards/update-card.ts'
import type { Tx } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { addCardReferences } from '../references/change-references.ts'
import { referenceKeys } from '../references/reference-keys.ts'
import { getEntryByKey, insertEntry, type TimelineRow } from './timeline.db.ts'

/** An entry as the API shows it. */
export const entryView = (row: TimelineRow): TimelineEntry => ({
  id: row.id,
  kind: row.kind,
  body: row.body,
  author: { type: row.author_type, id: row.author_id },
  createdAt: row.created_at.toISOString(),
})

/**
 * Appends to a card's timeline. With a `key` that the timeline has, answers that entry and changes nothing.
 * Throws `not_found` (404), `asset_released` (409).
 */
export async function appendEntry(
  deps: Deps,
  ctx: Ctx,
  taskId: string,
  input: NewTimelineEntry,
  key?: string,
): Promise<TimelineEntry> {
  return inTransaction(deps.db, ctx.tx, async (tx: Tx) => {
    const { task } = await getLockedCard(tx, ctx.orgId, taskId)
    const now = deps.clock()
    const keys = referenceKeys(ctx.orgId, input.body)
    const row = await insertEntry(tx, {
      id: newId('tle'),
      org_id: ctx.orgId,
      task_id: taskId,
      kind: input.kind,
      body: input.body,
      author_type: ctx.author.type,
      author_id: ctx.author.id,
      key: key ?? null,
      asset_keys: keys,
      created_at: now,
    })
    if (row === undefined) return entryView(await getEntryByKey(tx, taskId, key ?? ''))
    await addCardReferences(tx, { orgId: ctx.orgId, taskId }, keys, now)
    await emit(tx, TimelineEntryAdded, ctx.orgId, {
      taskId,
      entryId: row.id,
      kind: row.kind,
      authorType: row.author_type,
      ownerId: task.owner_id,
    })
    return entryView(row)
  })
}

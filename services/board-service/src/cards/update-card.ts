import type { CardPatch } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { CardRow, Tx } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { actorAfter, requireChannels, withChannels } from '../posts/channel-rights.ts'
import { emitPostMove } from '../posts/events.ts'
import { changeCardReferences } from '../references/change-references.ts'
import { referenceKeys } from '../references/reference-keys.ts'
import { timelineKeys } from '../timeline/timeline-keys.ts'
import { cardView, type StoredCard } from './card-view.ts'
import { lockCard, updatePost, writeCard } from './cards.db.ts'
import { type ChangedCard, changedCard } from './changed-card.ts'
import { referencedRecord, type VersionedCard } from './create-card.ts'
import { cardErrors } from './errors.ts'
import { emitStatusChanged, emitUpdated } from './events.ts'
import { requireModest } from './merge-patch.ts'

/** The card, held until the transaction ends. Throws `not_found`. */
export async function getLockedCard(tx: Tx, orgId: string, id: string): Promise<StoredCard> {
  const stored = await lockCard(tx, orgId, id)
  if (stored === undefined) throw cardErrors.not_found()
  return stored
}

/** Writes a changed card with its references and events; the caller holds the row. */
export async function writeChange(
  deps: Deps,
  tx: Tx,
  before: StoredCard,
  change: ChangedCard,
): Promise<StoredCard> {
  if (change.changed.length === 0) return before
  const task: CardRow = await writeCard(tx, change.task)
  const rearmed = change.post?.actor_id !== before.post?.actor_id
  const post =
    change.post !== undefined && (change.changed.includes('post') || rearmed)
      ? await updatePost(tx, change.post)
      : change.post
  const keys = [
    ...referenceKeys(task.org_id, referencedRecord(task, post)),
    ...(await timelineKeys(tx, task.id)),
  ]
  await changeCardReferences(tx, { orgId: task.org_id, taskId: task.id, isNew: false }, keys, deps.clock())
  const moved = change.changed.includes('status')
  const others = change.changed.filter((name) => name !== 'status')
  if (others.length > 0) await emitUpdated(tx, task, others)
  if (moved) {
    await emitStatusChanged(tx, task, before.task.status)
    if (post !== undefined) await emitPostMove(tx, { task, post })
  }
  return { task, post }
}

/** The same for a change of the acting person, whose right to a post's channels counts. Throws as `requireModest` and `requireChannels`. */
export async function writeOwnChange(
  deps: Deps,
  ctx: Ctx,
  tx: Tx,
  before: StoredCard,
  change: ChangedCard,
): Promise<StoredCard> {
  if (change.changed.includes('fields')) requireModest(change.task.fields, 'fields')
  await requireChannels(deps, ctx, before, change)
  return writeChange(deps, tx, before, { ...change, post: actorAfter(ctx, change) })
}

export interface UpdateOptions {
  /** The request's `If-Match`. */
  ifMatch?: string | undefined
}

/** Merges into a card. Throws `not_found`, `precondition_failed` (412), as `changedCard` and `requireChannels` do. */
export async function updateCard(
  deps: Deps,
  ctx: Ctx,
  id: string,
  patch: CardPatch,
  options: UpdateOptions = {},
): Promise<VersionedCard> {
  const asked = await withChannels(deps, ctx, id, patch.post?.channelId)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await getLockedCard(tx, ctx.orgId, id)
    checkIfMatch(options.ifMatch, versionEtag(id, stored.task.version))
    const change = changedCard(stored.task, stored.post, patch, deps.clock())
    const written = await writeOwnChange(deps, asked, tx, stored, change)
    return { card: cardView(deps, written), version: written.task.version }
  })
}

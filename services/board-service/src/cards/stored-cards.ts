import { isDeepStrictEqual } from 'node:util'
import { cardErrors, columnStatus } from '@atrium/contracts'
import type { CardRow, PostRow, Transaction } from '../database.ts'
import { boardAuthor, type Ctx, type Deps, type IdSource } from '../deps.ts'
import { dueAt } from '../due-days/due.ts'
import { toChangeEntries, toCreationEntry } from '../history/change-entries.ts'
import { type Recorder, recordHistory } from '../history/record-history.ts'
import { addCardReferences, changeCardReferences } from '../references/change-references.ts'
import { cardReferences } from '../references/reference-keys.ts'
import type { StoredCard } from './card-view.ts'
import {
  findCard,
  insertCard,
  insertPost,
  lockCard,
  lockCards,
  updateCardRow,
  updateCardVersion,
  updatePost,
  updateWritten,
  withPosts,
} from './cards.db.ts'
import type { ChangedCard } from './changed-card.ts'
import { emitAssigned, emitCreated, emitStatusChanged, emitUpdated } from './events.ts'
import { emitPostMove } from './post-events.ts'

export { findKeyedCard } from './cards.db.ts'

/** Returns one stored card. Throws `not_found`, also if the card belongs to another org. */
export async function getStoredCard(deps: Deps, orgId: string, id: string, tx?: Ctx['tx']) {
  const stored = await findCard(tx ?? deps.db, orgId, id)
  if (stored === undefined) throw cardErrors.not_found()
  return stored
}

/** Returns a card and locks its row until the transaction ends. Throws `not_found`. */
export async function getLockedCard(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<StoredCard> {
  const stored = await lockCard(tx, orgId, id)
  if (stored === undefined) throw cardErrors.not_found()
  return stored
}

/**
 * Returns the existing cards of the org with these ids, and locks them in id order until the
 * transaction ends.
 */
export const getLockedCards = async (
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<StoredCard[]> => withPosts(tx, orgId, await lockCards(tx, orgId, ids))

/** Returns a post and locks its row. Throws `not_found` (404), `not_a_post` (409). */
export async function getLockedPost(tx: Transaction, orgId: string, id: string) {
  const { card, post } = await getLockedCard(tx, orgId, id)
  if (post === undefined) throw cardErrors.not_a_post()
  return { card, post }
}

/** Returns the asset keys in a card's columns and its post, without the timeline. */
const keysOfCard = ({ card, post }: StoredCard): string[] =>
  cardReferences(card.org_id, [
    card.title,
    card.body,
    card.tags,
    card.fields,
    card.canonical_url,
    post?.link,
    post?.media,
    post?.first_comment,
    post?.thread,
    post?.external_url,
  ])

/**
 * Writes a new card and returns it as stored. Returns undefined if a card with its key or link
 * exists. Throws `asset_released` (409).
 */
export async function writeNew(
  deps: IdSource,
  tx: Transaction,
  { card: row, post }: StoredCard,
  recorder: Recorder,
): Promise<StoredCard | undefined> {
  const card = await insertCard(tx, row)
  if (card === undefined) return undefined
  await emitCreated(tx, card, recorder.by)
  await emitAssigned(tx, card, { from: null, by: recorder.by })
  if (post !== undefined) await insertPost(tx, post)
  await addCardReferences(tx, {
    orgId: card.org_id,
    taskId: card.id,
    keys: keysOfCard({ card, post }),
    now: card.created_at,
  })
  await recordHistory(deps, tx, { recorder, card, entries: [toCreationEntry(card)] })
  return { card, post }
}

/**
 * Writes a changed card with its references and events. The caller has locked the row. Throws
 * `asset_released` (409).
 */
export async function writeChange(
  deps: Deps,
  tx: Transaction,
  { before, change, recorder }: { before: StoredCard; change: ChangedCard; recorder: Recorder },
): Promise<StoredCard> {
  const { changed } = change
  if (changed.length === 0) {
    if (!isDeepStrictEqual(change.card.written, before.card.written))
      await updateWritten(tx, change.card)
    return before
  }
  const card = await updateCardRow(tx, change.card)
  const post =
    change.post !== undefined && !isDeepStrictEqual(change.post, before.post)
      ? await updatePost(tx, change.post)
      : change.post
  const keys = keysOfCard({ card, post })
  // Skips the reference tables if the keys are unchanged, as in most changes.
  if (!isDeepStrictEqual(keys, keysOfCard(before))) {
    await changeCardReferences(tx, { orgId: card.org_id, taskId: card.id, keys, now: deps.now() })
  }
  const others = changed.filter((name) => name !== 'status')
  if (others.length > 0) await emitUpdated(tx, card, { changed: others, by: recorder.by })
  await emitAssigned(tx, card, { from: before.card.assignee_id, by: recorder.by })
  if (changed.includes('status')) {
    await emitStatusChanged(tx, card, { from: before.card.status, by: recorder.by })
    if (post !== undefined) await emitPostMove(tx, { card, post }, recorder.by)
  }
  await recordHistory(deps, tx, {
    recorder,
    card,
    entries: toChangeEntries(before.card, card, changed),
  })
  return { card, post }
}

/**
 * Writes a post's move after a claim's decision, without the status machine for callers. The caller
 * has locked the row.
 */
export async function writeMove(
  deps: IdSource,
  tx: Transaction,
  {
    before,
    post,
    move,
    recorder,
    now,
  }: {
    before: CardRow
    post: PostRow
    move: { status: CardRow['status']; dueDate?: Date }
    recorder: Recorder
    now: Date
  },
): Promise<{ card: CardRow; post: PostRow }> {
  const due = move.dueDate === undefined ? {} : dueAt(move.dueDate)
  const column =
    before.column_status === columnStatus(move.status)
      ? {}
      : { column_id: null, column_status: null }
  const card = await updateCardVersion(tx, before, now, {
    status: move.status,
    status_changed_at: now,
    ...due,
    ...column,
  })
  await emitStatusChanged(tx, card, { from: before.status, by: recorder.by })
  await recordHistory(deps, tx, {
    recorder,
    card,
    entries: toChangeEntries(before, card, changedDue(before, card)),
  })
  return { card, post: await updatePost(tx, post) }
}

// If a post went out early, its due date becomes that time. The publication entry already says so.
const changedDue = (before: CardRow, card: CardRow): string[] =>
  card.status === 'posted' || before.due_date?.getTime() === card.due_date?.getTime()
    ? []
    : ['dueDate']

/** Writes changes to a post without a new status. The caller has locked the row. */
export async function writePost(
  tx: Transaction,
  before: CardRow,
  post: PostRow,
  now: Date,
): Promise<void> {
  const card = await updateCardVersion(tx, before, now)
  await updatePost(tx, post)
  await emitUpdated(tx, card, { changed: ['post'], by: boardAuthor })
}

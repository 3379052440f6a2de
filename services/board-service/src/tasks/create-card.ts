import { type Card, ContactCreated, LinkCaptured, type NewCard } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { PostRow, TaskRow, Tx } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { changeCardReferences } from '../references/change-references.ts'
import { referenceKeys } from '../references/reference-keys.ts'
import { cardView } from './card-view.ts'
import { emitCreated } from './events.ts'
import { type NewCardExtras, newCard } from './new-card.ts'
import { insertPost, insertTask } from './tasks.db.ts'

/** A card with its version, as the routes answer it. */
export interface VersionedCard {
  card: Card
  version: number
}

/** The card as the scan for references sees it: everything that it says, the post included. */
export const referencedRecord = (task: TaskRow, post: PostRow | undefined): unknown => [
  task.title,
  task.body,
  task.tags,
  task.fields,
  task.canonical_url,
  post?.link,
  post?.media,
  post?.first_comment,
  post?.external_url,
]

/** Creates a card. Throws as `newCard` does, and `asset_released` (409). */
export async function createCard(deps: Deps, ctx: Ctx, input: NewCard): Promise<VersionedCard> {
  const created = await createCardOnce(deps, ctx, input)
  if (created === undefined) throw new Error('A card without a key met another one')
  return created
}

/** The same with a key or a canonical URL: undefined when that is taken. */
export async function createCardOnce(
  deps: Deps,
  ctx: Ctx,
  input: NewCard,
  extras: NewCardExtras = {},
): Promise<VersionedCard | undefined> {
  const now = deps.clock()
  const rows = newCard(input, { orgId: ctx.orgId, ownerId: ctx.userId }, now, extras)
  const keys = referenceKeys(ctx.orgId, referencedRecord(rows.task, rows.post))
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const task = await insertTask(tx, rows.task)
    if (task === undefined) return undefined
    const post = rows.post === undefined ? undefined : await insertPost(tx, rows.post)
    if (keys.length > 0) {
      await changeCardReferences(tx, { orgId: ctx.orgId, taskId: task.id, isNew: true }, keys, now)
    }
    await emitCreated(tx, task)
    await emitKindOf(tx, task)
    return { card: cardView({ task, post }), version: task.version }
  })
}

async function emitKindOf(tx: Tx, task: TaskRow): Promise<void> {
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  if (task.kind === 'contact') {
    await emit(tx, ContactCreated, task.org_id, {
      taskId: task.id,
      name: task.title,
      email: text(task.fields['email']),
      ownerId: task.owner_id,
    })
  }
  if (task.kind === 'link' && task.canonical_url !== null) {
    await emit(tx, LinkCaptured, task.org_id, {
      taskId: task.id,
      url: text(task.fields['url']) ?? task.canonical_url,
      canonicalUrl: task.canonical_url,
      ownerId: task.owner_id,
    })
  }
}

import type { Card, NewCard } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { CardRow, PostRow } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { requireChannel } from '../posts/channel-rights.ts'
import { changeCardReferences } from '../references/change-references.ts'
import { referenceKeys } from '../references/reference-keys.ts'
import { cardView } from './card-view.ts'
import { insertCard, insertPost } from './cards.db.ts'
import { emitCreated } from './events.ts'
import { type NewCardExtras, newCard } from './new-card.ts'

/** A card with its version, as the routes answer it. */
export interface VersionedCard {
  card: Card
  version: number
}

/** The card as the scan for references sees it: everything that it says, the post included. */
export const referencedRecord = (task: CardRow, post: PostRow | undefined): unknown => [
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

/** Creates a card. Throws as `newCard` and `requireChannel` do, and `asset_released` (409). */
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
  const { task, post } = newCard(input, { orgId: ctx.orgId, ownerId: ctx.userId }, now, extras)
  if (post?.channel_id != null) await requireChannel(deps, ctx, post.channel_id)
  const keys = referenceKeys(ctx.orgId, referencedRecord(task, post))
  const created = { card: cardView(deps, { task, post }), version: task.version }
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    if (!(await insertCard(tx, task))) return undefined
    await emitCreated(tx, task)
    if (post !== undefined) await insertPost(tx, post)
    const card = { orgId: ctx.orgId, taskId: task.id, isNew: true }
    if (keys.length > 0) await changeCardReferences(tx, card, keys, now)
    return created
  })
}

import type { Card, NewCard } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type CardKey, type VersionedCard, versionedView } from '../cards/card-view.ts'
import { type NewCardExtras, newCard } from '../cards/new-card.ts'
import { findKeyedCard, writeNew } from '../cards/stored-cards.ts'
import { getNamedColumn } from '../columns/columns.ts'
import { type Ctx, type Deps, toChangeAuthor } from '../deps.ts'
import { ensureTimeZone } from '../due-days/time-zone.ts'
import { readChannels, requireChannel } from '../posts/channel-rights.ts'
import { requirePeople } from './require-people.ts'
import { updateByAgent } from './update-card.ts'

/**
 * Creates a card. Throws the errors of `newCard` and `requireChannel`, and `asset_released` (409).
 */
export async function createCard(deps: Deps, ctx: Ctx, input: NewCard): Promise<VersionedCard> {
  const created = await createCardOnce(deps, ctx, { input })
  if (created === undefined) throw new Error('A card without a key met another one')
  return created
}

/**
 * Creates a card with a key or a canonical URL. Returns undefined if a card already has it. Throws
 * the errors of `createCard`.
 */
export async function createCardOnce(
  deps: Deps,
  ctx: Ctx,
  { input, extras = {} }: { input: NewCard; extras?: NewCardExtras | undefined },
) {
  const { orgId } = ctx.principal
  const column = await getNamedColumn(ctx.tx ?? deps.db, orgId, input.columnId)
  const stored = newCard(deps, ctx.principal, input, { ...extras, column })
  const channelId = stored.post?.channel_id ?? null
  const accountName =
    channelId === null
      ? null
      : await requireChannel(await readChannels(deps, ctx, [channelId]), channelId)
  const post = stored.post && { ...stored.post, account_name: accountName }
  await requirePeople(deps, ctx, input)
  if (input.dueDate != null) await ensureTimeZone(deps, orgId, ctx.tx)
  const written = await inTransaction(deps.db, ctx.tx, (tx) =>
    writeNew(deps, tx, { card: stored.card, post }, { by: toChangeAuthor(ctx) }),
  )
  return written === undefined ? undefined : versionedView(deps, written)
}

/**
 * Returns the card with a key or a canonical URL, and creates it if there is none. Safe to repeat
 * and to call concurrently. Throws the errors of `createCard`.
 */
export async function findOrCreateCard(
  deps: Deps,
  ctx: Ctx,
  {
    by,
    input,
    byWorkflow = false,
  }: { by: CardKey; input: NewCard; byWorkflow?: boolean | undefined },
) {
  const { orgId } = ctx.principal
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const stored = await findKeyedCard(tx, orgId, by)
      if (stored !== undefined) return { ...versionedView(deps, stored), created: false }
      const created = await createCardOnce(
        deps,
        { ...ctx, tx },
        { input, extras: { ...by, byWorkflow } },
      )
      if (created !== undefined) return { ...created, created: true }
    }
    throw new Error('A card appears and disappears')
  })
}

/**
 * Creates a card, or returns the existing card with the key. If asked to merge, updates the
 * existing card except for its kind, its status and user edits. Throws the errors of `createCard`
 * and `updateByAgent`.
 */
export async function upsertCard(
  deps: Deps,
  ctx: Ctx,
  input: { card: NewCard; key?: string | undefined; onExisting: 'keep' | 'update' },
): Promise<{ card: Card; created: boolean }> {
  const { key, onExisting } = input
  if (key === undefined)
    return { card: (await createCard(deps, ctx, input.card)).card, created: true }
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const inner = { ...ctx, tx }
    const { card, created } = await findOrCreateCard(deps, inner, {
      by: { externalKey: key },
      input: input.card,
      byWorkflow: true,
    })
    if (created || onExisting === 'keep') return { card, created }
    const { kind: _, status: __, ...patch } = input.card
    const update = { patch, addTags: [], removeTags: [], keepEdits: true }
    return { card: (await updateByAgent(deps, inner, { id: card.id, update })).card, created }
  })
}

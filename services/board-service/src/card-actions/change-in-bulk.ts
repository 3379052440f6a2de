import {
  AppError,
  type BulkCards,
  type BulkResult,
  type CardPatch,
  cardErrors,
  invalidField,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { StoredCard } from '../cards/card-view.ts'
import { changedCard } from '../cards/changed-card.ts'
import { removeCards } from '../cards/delete-cards.ts'
import { getLockedCards } from '../cards/stored-cards.ts'
import { getNamedColumn } from '../columns/columns.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { ensureTimeZone } from '../due-days/time-zone.ts'
import { newBatch, writeHistory } from '../history/record-history.ts'
import { askedChannels, type Channels, writeOwnChange } from '../posts/channel-rights.ts'
import { lookUpMedia, type MediaLookup } from '../posts/known-media.ts'
import { handOverCandidates } from '../references/change-references.ts'
import { referenceKeys } from '../references/reference-keys.ts'
import { inSavepoint } from '../savepoint.db.ts'
import { requirePeople } from './require-people.ts'
import { maxTags, retagged } from './retagged.ts'

type Refused = BulkResult['refused'][number]
type Change = NonNullable<BulkCards['set']>

/**
 * Changes or deletes many cards in one transaction, under the rules for single cards. Skips refused
 * cards.
 */
export async function changeInBulk(deps: Deps, ctx: Ctx, input: BulkCards): Promise<BulkResult> {
  const { orgId } = ctx.principal
  const ids = [...new Set(input.ids)]
  const { set } = input
  const channels = set === undefined ? undefined : await askedChannels(deps, ctx, { taskIds: ids })
  const media =
    set === undefined ? undefined : await lookUpMedia(deps, ctx, { taskIds: ids, patch: set })
  if (set !== undefined) await requirePeople(deps, ctx, set)
  const zone = set?.dueDate == null ? undefined : await ensureTimeZone(deps, orgId, ctx.tx)
  const refused = await inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await getLockedCards(tx, orgId, ids)
    return set === undefined || channels === undefined || media === undefined
      ? deleteAll(deps, { ...ctx, tx }, { ids, stored })
      : changeAll(deps, { ...ctx, tx }, { channels, media, ids, stored, set, zone })
  })
  const left = new Set(refused.map(({ id }) => id))
  const changed = ids.filter((id) => !left.has(id))
  deps.logger.info(
    { org: orgId, changed: changed.length, refused: refused.length },
    'cards changed in bulk',
  )
  return { changed, refused }
}

async function deleteAll(
  deps: Deps,
  ctx: Ctx & { tx: Transaction },
  { ids, stored }: { ids: readonly string[]; stored: readonly StoredCard[] },
): Promise<Refused[]> {
  const inFlight = new Set(stored.flatMap(({ card }) => (card.status === 'posting' ? card.id : [])))
  const found = new Set(stored.map(({ card }) => card.id))
  const going = stored.flatMap(({ card }) => (inFlight.has(card.id) ? [] : card))
  if (going.length > 0) await removeCards(deps, ctx, { cards: going, reason: 'bulk' })
  return ids.flatMap((id) => {
    if (!found.has(id)) return refusal(id, cardErrors.not_found())
    return inFlight.has(id) ? refusal(id, cardErrors.post_in_flight()) : []
  })
}

interface BulkChange {
  channels: Channels
  media: MediaLookup
  ids: readonly string[]
  stored: readonly StoredCard[]
  set: Change
  zone: string | undefined
}

async function changeAll(
  deps: Deps,
  ctx: Ctx & { tx: Transaction },
  { channels, media, ids, stored, set, zone }: BulkChange,
): Promise<Refused[]> {
  const { tx } = ctx
  const { orgId } = ctx.principal
  // Only these keys can become release candidates here. They are queued together and in order, to
  // prevent deadlocks.
  await handOverCandidates(tx, orgId, referenceKeys(orgId, set.removeTags ?? []), deps.now())
  const cards = new Map(stored.map((one) => [one.card.id, one]))
  // A refusal after the first write (`asset_released`) is possible only if a tag contains an
  // asset's address.
  const isLate = referenceKeys(orgId, set.addTags ?? []).length > 0
  const column = await getNamedColumn(tx, orgId, set.columnId)
  const history = newBatch()
  const refused: Refused[] = []
  for (const id of ids) {
    const before = cards.get(id)
    const write = async (): Promise<void> => {
      if (before === undefined) throw cardErrors.not_found()
      const patch = toPatch(before, set)
      const known = await media.readAfter(before, patch)
      const change = changedCard(before, patch, deps.now(), { known, column, zone })
      await writeOwnChange(deps, ctx, { channels, tx, before, change, batch: history })
    }
    try {
      await (isLate ? inSavepoint(tx, write) : write())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push(refusal(id, error))
    }
  }
  await writeHistory(tx, orgId, history)
  return refused
}

function toPatch({ card }: StoredCard, { addTags, removeTags, ...patch }: Change): CardPatch {
  if (addTags === undefined && removeTags === undefined) return patch
  const tags = retagged(card.tags, addTags, removeTags)
  if (tags.length > maxTags) throw invalidField('tags', `At most ${maxTags} tags`)
  return { ...patch, tags }
}

/** Returns one card's refusal. The message lists the broken rules if the error has them. */
function refusal(id: string, { code, message, details }: AppError): Refused {
  const rules = (details?.errors ?? []).map((one) => one.message).join('; ')
  return { id, code, message: rules === '' ? message : `${message}: ${rules}` }
}

import { type Card, type CardPatch, commonErrors, type UpdateCard } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, claimIdempotencyKey, storeIdempotentAnswer, versionEtag } from '@atrium/http'
import type { StoredCard } from '../cards/card-view.ts'
import { cardView, versionedView } from '../cards/card-view.ts'
import { changedCard } from '../cards/changed-card.ts'
import { getLockedCard } from '../cards/stored-cards.ts'
import { keepEdits } from '../cards/written-content.ts'
import { getNamedColumn } from '../columns/columns.ts'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps, InputOf } from '../deps.ts'
import { ensureTimeZone } from '../due-days/time-zone.ts'
import { hasPersonsChanges } from '../history/record-history.ts'
import { askedChannels, writeOwnChange } from '../posts/channel-rights.ts'
import { lookUpMedia } from '../posts/known-media.ts'
import { appendEntry } from '../timeline/timeline.ts'
import { requirePeople } from './require-people.ts'
import { maxTags, retagged } from './retagged.ts'

/**
 * Merges a patch into a card. `ifMatch` is the request header. If `trustsPeople` is true, the
 * assignee and the customer are not looked up. Throws `precondition_failed` (412) and the errors of
 * `requirePeople`, `changedCard` and `writeOwnChange`.
 */
export async function updateCard(
  deps: Deps,
  ctx: Ctx,
  {
    id,
    patch,
    ifMatch,
    trustsPeople = false,
  }: { id: string; patch: CardPatch; ifMatch?: string | undefined; trustsPeople?: boolean },
) {
  const channels = await askedChannels(deps, ctx, { taskIds: [id], aimedAt: patch.post?.channelId })
  const media = await lookUpMedia(deps, ctx, { taskIds: [id], patch })
  if (!trustsPeople) await requirePeople(deps, ctx, patch)
  const zone =
    patch.dueDate == null ? undefined : await ensureTimeZone(deps, ctx.principal.orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await getLockedCard(tx, ctx.principal.orgId, id)
    checkIfMatch(ifMatch, versionEtag(id, stored.card.version))
    const change = changedCard(stored, patch, deps.now(), {
      known: await media.readAfter(stored, patch),
      column: await getNamedColumn(tx, ctx.principal.orgId, patch.columnId),
      zone,
    })
    return versionedView(
      deps,
      await writeOwnChange(deps, ctx, { channels, tx, before: stored, change }),
    )
  })
}

type AgentUpdate = Omit<
  InputOf<typeof UpdateCard>,
  'orgId' | 'actorId' | 'taskId' | 'runId' | 'keepEdits'
> & {
  keepEdits?: boolean
}

/**
 * Applies a workflow's change. With `keepEdits`, skips what a user has changed. Adds a failure's
 * reason to the timeline. Throws `not_found`, `precondition_failed` (412) if the card has none of
 * the statuses in `ifStatus`, and the errors of `changedCard` and `writeOwnChange`.
 */
export async function updateByAgent(
  deps: Deps,
  ctx: Ctx,
  { id, update }: { id: string; update: AgentUpdate },
): Promise<{ card: Card; changed?: string[] }> {
  const { orgId } = ctx.principal
  const { failure } = update
  const channels = await askedChannels(deps, ctx, {
    taskIds: [id],
    aimedAt: update.patch.post?.channelId,
  })
  const media = await lookUpMedia(deps, ctx, { taskIds: [id], patch: update.patch })
  await requirePeople(deps, ctx, update.patch)
  const zone = update.patch.dueDate == null ? undefined : await ensureTimeZone(deps, orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const locked = await getLockedCard(tx, orgId, id)
    const { card } = locked
    if (update.key !== undefined && (await wasDone(tx, `${orgId}:${id}`, update.key)))
      return { card: cardView(deps, locked) }
    if (update.ifStatus !== undefined && !update.ifStatus.includes(card.status)) {
      throw commonErrors.precondition_failed({
        message: `The card has the status ${card.status}. Load it again.`,
      })
    }
    const { patch, stored } = await ownPatch(tx, locked, update)
    const tags = retagged(patch.tags ?? card.tags, update.addTags, update.removeTags).slice(
      0,
      maxTags,
    )
    const succeeds = patch.status !== undefined && patch.status !== 'failed'
    const outcome =
      failure !== undefined ? { failure: { message: failure } } : succeeds ? { failure: null } : {}
    const merged = { ...patch, tags, fields: { ...outcome, ...patch.fields } }
    const change = changedCard(stored, merged, deps.now(), {
      known: await media.readAfter(stored, merged),
      column: await getNamedColumn(tx, orgId, merged.columnId),
      zone,
    })
    const written = await writeOwnChange(deps, ctx, { channels, tx, before: locked, change })
    if (failure !== undefined && failure.trim() !== '') {
      await appendEntry(
        deps,
        { ...ctx, tx },
        { taskId: id, input: { kind: 'system', body: failure }, key: deps.newId('evt') },
      )
    }
    return { card: cardView(deps, written), changed: change.changed }
  })
}

/**
 * Returns the permitted part of a workflow's patch, and the card with the updated `written`
 * fingerprints.
 */
async function ownPatch(
  tx: Transaction,
  stored: StoredCard,
  { patch, keepEdits: keeps }: AgentUpdate,
) {
  if (keeps !== true) return { patch, stored }
  const { card } = stored
  const hasEdits = card.written === null && (await hasPersonsChanges(tx, card.org_id, card.id))
  const edited = keepEdits(card, patch, hasEdits)
  return { patch: edited.patch, stored: { ...stored, card: { ...card, written: edited.written } } }
}

/**
 * True if a change with this key was already applied. Otherwise records the key. The record takes
 * effect when the transaction commits.
 */
async function wasDone(tx: Transaction, scope: string, key: string): Promise<boolean> {
  const claim = { scope: `board.update-card:${scope}`, key, fingerprint: '' }
  if ((await claimIdempotencyKey(tx, claim)) !== undefined) return true
  await storeIdempotentAnswer(tx, claim, { status: 200, headers: {}, body: '' })
  return false
}

import { type Card, type CardPatch, commonErrors, newId } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { claimIdempotencyKey, storeIdempotentAnswer } from '@atrium/http'
import type { Tx } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { withChannels } from '../posts/channel-rights.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { cardView } from './card-view.ts'
import { changedCard } from './changed-card.ts'
import { getLockedCard, writeOwnChange } from './update-card.ts'

export interface AgentUpdate {
  patch: CardPatch
  addTags: readonly string[]
  removeTags: readonly string[]
  ifStatus?: readonly string[] | undefined
  failure?: string | undefined
  /** A key that came before changes nothing and answers the card as it is. */
  key?: string | undefined
}

const maxTags = 50

/**
 * A workflow's change of a card: a merge, tags added and taken away, only while the card is in one of the given
 * statuses. A failure's reason goes into `fields.failure` and onto the timeline; success forgets an older one.
 *
 * Throws `not_found`, `precondition_failed` (412) for another status, as `changedCard` and `requireChannels` do.
 */
export async function updateByAgent(deps: Deps, ctx: Ctx, id: string, update: AgentUpdate): Promise<Card> {
  const { patch, failure } = update
  const asked = await withChannels(deps, ctx, id, patch.post?.channelId)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await getLockedCard(tx, ctx.orgId, id)
    if (update.key !== undefined && (await wasDone(tx, `${ctx.orgId}:${id}`, update.key)))
      return cardView(deps, stored)
    if (update.ifStatus !== undefined && !update.ifStatus.includes(stored.task.status)) {
      throw commonErrors.precondition_failed({ message: `The card is ${stored.task.status}` })
    }
    const removed = new Set(update.removeTags)
    const tags = [...new Set([...(patch.tags ?? stored.task.tags), ...update.addTags])]
      .filter((tag) => !removed.has(tag))
      .slice(0, maxTags)
    const outcome =
      failure === undefined
        ? patch.status === undefined || patch.status === 'failed'
          ? {}
          : { failure: null }
        : { failure: { message: failure } }
    const change = changedCard(
      stored.task,
      stored.post,
      { ...patch, tags, fields: { ...outcome, ...patch.fields } },
      deps.clock(),
    )
    const written = await writeOwnChange(deps, asked, tx, stored, change)
    if (failure !== undefined && failure.trim() !== '') {
      await appendEntry(deps, { ...ctx, tx }, id, { kind: 'system', body: failure }, newId('evt'))
    }
    return cardView(deps, written)
  })
}

/** Whether this change was made before; from now on it was, when the transaction commits. */
async function wasDone(tx: Tx, scope: string, key: string): Promise<boolean> {
  const claim = { scope: `board.update-card:${scope}`, key, fingerprint: '' }
  if ((await claimIdempotencyKey(tx, claim)) !== undefined) return true
  await storeIdempotentAnswer(tx, claim, { status: 200, headers: {}, body: '' })
  return false
}

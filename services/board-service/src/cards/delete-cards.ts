import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { CardRow, Tx } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { handOverCandidates, referencesOf } from '../references/change-references.ts'
import { deleteCardRows, lockCard, lockCards, lockPrunable } from './cards.db.ts'
import { cardErrors } from './errors.ts'
import { emitDeleted } from './events.ts'

/** Deletes cards whose rows are held: their references become candidates, each leaves an event. */
async function removeCards(
  deps: Deps,
  tx: Tx,
  orgId: string,
  tasks: readonly CardRow[],
  reason: 'deleted' | 'pruned' | 'bulk',
): Promise<void> {
  const ids = tasks.map((task) => task.id)
  const keys = await referencesOf(tx, ids)
  await deleteCardRows(tx, orgId, ids)
  await handOverCandidates(tx, orgId, keys, deps.clock())
  for (const task of tasks) await emitDeleted(tx, task, reason)
}

/** Deletes one card. Throws `not_found`, `post_in_flight` (409), `precondition_failed` (412). */
export async function deleteCard(
  deps: Deps,
  ctx: Ctx,
  id: string,
  options: { ifMatch?: string | undefined } = {},
): Promise<void> {
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await lockCard(tx, ctx.orgId, id)
    if (stored === undefined) throw cardErrors.not_found()
    checkIfMatch(options.ifMatch, versionEtag(id, stored.task.version))
    if (stored.task.status === 'posting') throw cardErrors.post_in_flight()
    await removeCards(deps, tx, ctx.orgId, [stored.task], 'deleted')
  })
}

/** The same for another service: whether the card was there, and in one of the statuses when some are given. */
export async function deleteIfThere(
  deps: Deps,
  ctx: Ctx,
  id: string,
  ifStatus?: readonly string[],
): Promise<boolean> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await lockCard(tx, ctx.orgId, id)
    if (stored === undefined || (ifStatus !== undefined && !ifStatus.includes(stored.task.status)))
      return false
    if (stored.task.status === 'posting') throw cardErrors.post_in_flight()
    await removeCards(deps, tx, ctx.orgId, [stored.task], 'deleted')
    return true
  })
}

const batch = 200

/** Deletes the cards that have been in a status for long, in batches of their own. Returns how many. */
export async function pruneCards(
  deps: Deps,
  ctx: Ctx,
  input: { status: 'archived' | 'done'; olderThanDays: number },
): Promise<{ deleted: number }> {
  const before = new Date(deps.clock().getTime() - input.olderThanDays * 86_400_000)
  let deleted = 0
  for (;;) {
    const removed = await inTransaction(deps.db, ctx.tx, async (tx) => {
      const tasks = await lockPrunable(tx, ctx.orgId, input.status, before, batch)
      if (tasks.length > 0) await removeCards(deps, tx, ctx.orgId, tasks, 'pruned')
      return tasks.length
    })
    deleted += removed
    if (removed < batch) return { deleted }
  }
}

/** Deletes these quote cards of the org; others are left alone. Returns how many there were. */
export async function deleteQuoteCards(
  deps: Deps,
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const tasks = await lockCards(tx, ctx.orgId, 'quote', ids)
    if (tasks.length > 0) await removeCards(deps, tx, ctx.orgId, tasks, 'bulk')
    return { deleted: tasks.length }
  })
}

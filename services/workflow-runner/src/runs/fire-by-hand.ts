import { commonErrors, type RunView, WorkflowRunHigh, workflowErrors } from '@atrium/contracts'
import { emitEntries, inTransaction, jobEntry, json } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { useFilesOfSeeds } from '../files/files-of-runs.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { requireRunRoom } from '../plans/limit-runs.ts'
import { queuedEntry } from './run-queued.ts'
import { type RunRow, runView } from './run-view.ts'
import { findFireable, getRun, insertRunByHand, queuePosition } from './runs.db.ts'

export interface Fired {
  runId: string
  alreadyPending: boolean
  run: RunView
}

const attempts = 5

/**
 * Queues a run with `{ firedAt }` over `input`. Returns the queued run instead if there already is
 * one. Throws `not_found`, `plan_limit` (402), and `forbidden` if the workflow issues money and the
 * caller may not.
 */
export async function fireByHand(
  deps: Deps,
  { principal, tx }: Ctx,
  { workflowId, input = {} }: { workflowId: string; input?: Record<string, unknown> | undefined },
): Promise<Fired> {
  const { db, now, registry } = deps
  const { orgId, userId } = principal
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const workflow = await findFireable(tx ?? db, orgId, workflowId)
    if (workflow === undefined) throw workflowErrors.not_found()
    if (workflow.types.some(registry.issuesMoney)) requireMoneyRights(principal)
    if (workflow.pendingId !== null) {
      const pending = await getRun(tx ?? db, { orgId, workflowId, runId: workflow.pendingId })
      return fired(tx ?? db, pending, true)
    }
    const row = await inTransaction(db, tx, async (tx) => {
      const seeds = { nodes: null, item: { json: { ...input, firedAt: now().toISOString() } } }
      const key = { orgId, workflowId, runId: deps.newId('run') }
      const inserted = await insertRunByHand(tx, { ...key, userId, seeds: json(seeds) })
      if (inserted === undefined) return undefined
      await useFilesOfSeeds(tx, [{ orgId, runId: inserted.id, seeds }])
      await emitEntries(tx, [
        jobEntry(WorkflowRunHigh, { runId: inserted.id }, { orgId }),
        queuedEntry(inserted.id, { orgId, workflowId, trigger: 'manual' }),
      ])
      await requireRunRoom(deps, tx, orgId)
      return inserted
    })
    // Undefined if a concurrent click queued a run after the check. The next check then finds that
    // run.
    if (row !== undefined) return fired(tx ?? db, row, false)
  }
  throw commonErrors.unavailable()
}

const fired = async (
  db: Db | Transaction,
  row: RunRow,
  alreadyPending: boolean,
): Promise<Fired> => ({
  runId: row.id,
  alreadyPending,
  run: runView(row, [], await queuePosition(db, row)),
})

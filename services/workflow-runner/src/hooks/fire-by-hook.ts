import { setTimeout as sleep } from 'node:timers/promises'
import { commonErrors, hookErrors, type WorkflowItem } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { mayIssueMoney } from '../nodes/money-rights.ts'
import { WebhookParams } from '../nodes/trigger-webhook.ts'
import { limitRuns } from '../plans/limit-runs.ts'
import { type NewRun, queueRuns } from '../runs/queue-runs.ts'
import { matchesHash } from './hook-secret.ts'
import { type CalledHook, findCalledHook, findEnd, recentRuns } from './hooks.db.ts'

const mostAMinute = 120
const longestWaitMs = 25_000
const lookEveryMs = 150
/** Calls of this process that wait for their run; further ones are answered at once. */
const mostWaiting = 100

export interface HookFired {
  runId: string
  result?: { items: WorkflowItem[]; truncated: boolean }
}

export function createHookFiring(deps: Pick<Deps, 'db' | 'logger' | 'registry' | 'planOf' | 'now'>) {
  const { db, logger, registry } = deps
  let waiting = 0

  // A member's address starts no workflow that issues money, as the member's Run button does not.
  const mayStart = async ({ types, orgId, createdBy }: CalledHook, signal: AbortSignal): Promise<boolean> => {
    if (!types.some(registry.issuesMoney)) return true
    if (createdBy === null) return false
    const { role } = await registry.ports.roleOf({ orgId, userId: createdBy }, signal)
    return mayIssueMoney(role)
  }

  const endOf = async (orgId: string, runId: string, signal: AbortSignal): Promise<HookFired> => {
    for (const until = Date.now() + longestWaitMs; Date.now() < until && !signal.aborted; ) {
      const end = await findEnd(db, orgId, runId)
      if (end?.status === 'completed') return { runId, result: end.result ?? { items: [], truncated: false } }
      // The reason is in the run view: a sender is no member.
      if (end !== undefined) throw hookErrors.run_failed()
      await sleep(lookEveryMs)
    }
    return { runId }
  }

  /** Fires the workflow at an address; only the right secret has the item read. Waits where its trigger says so. */
  return async (
    { id, secret }: { id: string; secret: string },
    read: () => Promise<WorkflowItem>,
    signal: AbortSignal,
  ): Promise<HookFired> => {
    const hook = await findCalledHook(db, id)
    if (!matchesHash(secret, hook?.secretHash) || hook === undefined) throw hookErrors.not_found()
    const { orgId, workflowId, ownerId, active, triggers } = hook
    if (!active || triggers.length === 0 || !(await mayStart(hook, signal))) throw hookErrors.hook_inactive()
    const item = await read()
    const waits = triggers.some((params) => WebhookParams.safeParse(params).data?.respond === 'last_output')
    const [runId = ''] = await inTransaction(db, undefined, async (tx) => {
      if ((await recentRuns(tx, orgId, workflowId, mostAMinute)) >= mostAMinute) {
        throw commonErrors.rate_limited({ details: { retryAfterSeconds: 60 } })
      }
      const run: NewRun = {
        ...{ workflowId, orgId, ownerId, trigger: 'event' },
        seeds: { nodes: null, type: 'trigger.webhook', item },
        keepsResult: waits,
      }
      return queueRuns(tx, await limitRuns(deps, tx, [run]))
    })
    if (!waits) return { runId }
    if (waiting >= mostWaiting) {
      logger.warn({ workflowId }, '[hooks] too many calls wait for their runs')
      return { runId }
    }
    waiting += 1
    return endOf(orgId, runId, signal).finally(() => {
      waiting -= 1
    })
  }
}

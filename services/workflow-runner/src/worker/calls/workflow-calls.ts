import { inTransaction } from '@atrium/database'
import type { Deps } from '../../deps.ts'
import {
  type CallResult,
  NodeError,
  type Pace,
  runLimits,
  type WorkflowCalls,
} from '../../engine/index.ts'
import { takeOverFiles } from '../../files/files-of-runs.ts'
import type { Retry } from '../../imports/run-services.ts'
import { requireMoneyRightsOfRun } from '../../nodes/money-rights.ts'
import type { ClaimedRun } from '../claim-runs.db.ts'
import { findCallable, pageOfResults } from './called-runs.db.ts'
import { mayCall } from './find-called.ts'

/** The deepest chain of runs that call each other; docs/adr/0017-parked-runs.md. */
const deepestCall = 5
const page = 20

export function workflowCalls(
  { db, registry }: Pick<Deps, 'db' | 'registry'>,
  run: ClaimedRun,
  signal: AbortSignal,
  { retry, ...pace }: Pace & { retry: Retry },
): WorkflowCalls {
  const { id: runId, orgId, ownerId: userId } = run
  return {
    async check(workflowId) {
      if (orgId === null)
        throw new NodeError('This run has no organisation, so it cannot call workflows')
      if (run.callDepth >= deepestCall) {
        throw new NodeError(`Workflows can call each other at most ${deepestCall} levels deep`)
      }
      const called = await retry(() => findCallable(db, orgId, workflowId))
      if (called === undefined) throw new NodeError(`The workflow "${workflowId}" does not exist`)
      const fix = { label: 'Open the workflow', href: `/workflows/${workflowId}` }
      if (!mayCall(called, userId)) {
        throw new NodeError(
          `workflow_not_callable: the workflow "${called.name}" belongs to a colleague. Ask the colleague to share it for calls.`,
          { fix },
        )
      }
      if (!called.active)
        throw new NodeError(`The workflow "${called.name}" is not active`, { fix })
      if (!called.types.includes('trigger.manual')) {
        throw new NodeError(
          `The workflow "${called.name}" has no Run button. Add one to it first.`,
          { fix },
        )
      }
      if (called.types.some(registry.issuesMoney)) {
        await requireMoneyRightsOfRun({ orgId, userId, workflowId, ports: registry.ports, signal })
      }
    },
    async results(nodeId) {
      const results: CallResult[] = []
      let [items, characters] = [0, 0]
      for (let after = -1; ; ) {
        const rows =
          orgId === null
            ? []
            : await retry(() => pageOfResults(db, { orgId, runId, nodeId }, after, page))
        for (const { place, result, ...row } of rows) {
          after = place
          characters += result?.length ?? 0
          const {
            items: own = [],
            truncated = false,
            origins = [],
            left = [],
            leftTruncated = false,
          } = JSON.parse(result ?? '{}') as Partial<CallResult>
          items += own.length
          if (items > runLimits.outputItems || characters > runLimits.bytes) {
            throw new NodeError('The called runs return more items than one run can have')
          }
          results.push({ ...row, items: own, truncated, origins, left, leftTruncated })
          if (pace.due()) await pace.yield()
        }
        // This run continues with the items and files of the called runs.
        if (orgId !== null && rows.length > 0) {
          const ended = rows.map((row) => row.runId)
          await retry(() =>
            inTransaction(db, undefined, (tx) => takeOverFiles(tx, { orgId, runId }, ended)),
          )
        }
        if (rows.length < page) return results
      }
    },
  }
}

import {
  commonErrors,
  type UpdateWorkflow,
  type WorkflowGraph,
  WorkflowSaved,
  workflowErrors,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import { checkPlanRoom } from '@atrium/service-kit'
import type { WorkflowRow } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { followRenames, validateGraph } from '../engine/index.ts'
import { releaseSignatureSecrets, storeSignatureSecrets } from '../hooks/signature-secrets.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { takeOverQueued } from '../runs/queue-runs.ts'
import { syncTriggers } from '../triggers/sync-triggers.ts'
import { withoutChainParams } from './chain-params.ts'
import { isErrorWorkflow } from './error-workflow.db.ts'
import { failsWithRights, requireErrorWorkflow } from './error-workflow.ts'
import { recordVersion } from './versions.db.ts'
import { countActive, getWorkflow, lockWorkflow, saveWorkflow } from './workflows.db.ts'

async function requireValidGraph(deps: Deps, orgId: string, graph: WorkflowGraph): Promise<void> {
  const { lookup } = await deps.registry.forOrg(orgId)
  const problems = await validateGraph(graph, lookup, deps.turns(orgId))
  if (problems.length === 0) return
  const errors = problems.map(({ code, path, message }) => ({
    path,
    code,
    message: `${code}: ${message}`,
  }))
  throw workflowErrors.workflow_invalid({ details: { errors } })
}

type ActiveGraph = Pick<WorkflowRow, 'active' | 'graph'>

// A row may hold anything.
const activeWith = (row: ActiveGraph, isSuch: (type: string) => boolean): boolean => {
  const { nodes }: Partial<WorkflowGraph> = row.graph
  return row.active && (nodes?.some(({ type }) => isSuch(type)) ?? false)
}

export const issuesMoney = ({ registry }: Deps, row: ActiveGraph): boolean =>
  activeWith(row, registry.issuesMoney)

interface Change {
  id: string
  ifMatch: string | undefined
  changes: UpdateWorkflow
  restoredFrom?: number
}

const changed = (row: WorkflowRow, { active, graph }: UpdateWorkflow): ActiveGraph => ({
  active: active ?? row.active,
  graph: graph === undefined ? row.graph : followRenames(row.graph, graph),
})

/** Failures of its owner's workflows also start an inactive error workflow. */
const startable = ({ graph, active }: ActiveGraph, isNamed: boolean): ActiveGraph => ({
  graph,
  active: active || isNamed,
})

async function requireAllowed(
  deps: Deps,
  { principal }: Ctx,
  { change, row, isNamed }: { change: Change; row: WorkflowRow; isNamed: boolean },
) {
  checkIfMatch(change.ifMatch, versionEtag(row.id, row.version))
  const after = changed(row, change.changes)
  const runs = [row, after].map((each) => startable(each, isNamed))
  if (runs.some((each) => issuesMoney(deps, each))) requireMoneyRights(principal)
  if (change.changes.active === true) await requireValidGraph(deps, principal.orgId, after.graph)
}

interface Share {
  /** The owner after the change. */
  ownerId: string
  userId: string
  wanted: WorkflowRow['callable_by'] | undefined
}

/**
 * Returns who may call the workflow after the change. A new owner starts with `owner`, because the
 * new owner has not shared it. Throws `forbidden` if anybody but the owner changes the sharing.
 */
function callableAfter(
  before: WorkflowRow,
  { ownerId, userId, wanted }: Share,
): WorkflowRow['callable_by'] {
  if (wanted !== undefined && wanted !== before.callable_by && ownerId !== userId) {
    throw commonErrors.forbidden({
      message: 'Only the workflow’s owner can decide who may call it',
    })
  }
  return wanted ?? (ownerId === before.owner_id ? before.callable_by : 'owner')
}

/**
 * Changes a workflow. If a user decides what an active workflow does with money or with a user's
 * rights, that user becomes the owner.
 * Later runs and queued runs then act for this user, because queued runs load the new graph;
 * docs/reference/workflows.md, "Triggers". Throws `not_found`, `precondition_failed`, `forbidden`,
 * `workflow_invalid` (422, with every problem), `workflow_not_callable`, `plan_limit`.
 */
export async function updateWorkflow(deps: Deps, ctx: Ctx, change: Change): Promise<WorkflowRow> {
  const { orgId, userId } = ctx.principal
  const { id, changes: given } = change
  // Checking a large graph takes long. It runs before the transaction and holds no connection,
  // unless the row changes meanwhile.
  const checked =
    given.active === true ? await getWorkflow(ctx.tx ?? deps.db, orgId, id) : undefined
  if (checked !== undefined) {
    const isNamed = await isErrorWorkflow(ctx.tx ?? deps.db, orgId, id)
    await requireAllowed(deps, ctx, { change, row: checked, isNamed })
  }
  if (checked?.active === false) {
    const countUsed = () => countActive(ctx.tx ?? deps.db, orgId)
    await checkPlanRoom(deps.bus, { orgId, resource: 'activeWorkflows', countUsed })
  }
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const before = await lockWorkflow(tx, orgId, id)
    const isNamed = await isErrorWorkflow(tx, orgId, id)
    if (before.version !== checked?.version) {
      await requireAllowed(deps, ctx, { change, row: before, isNamed })
    }
    const after = changed(before, given)
    const changes =
      given.graph === undefined ? given : { ...given, graph: withoutChainParams(after.graph) }
    const decides = changes.graph !== undefined || changes.active === true
    const { errorWorkflow = before.error_workflow } = given
    const takesOver =
      issuesMoney(deps, after) ||
      (decides && activeWith(startable(after, isNamed), deps.registry.usesPersonsRights)) ||
      (changes.graph !== undefined && (await failsWithRights(deps, tx, { orgId, errorWorkflow })))
    const stored =
      changes.graph === undefined
        ? {}
        : {
            graph: await storeSignatureSecrets(deps, tx, {
              secrets: deps.secrets,
              orgId,
              graph: changes.graph,
            }),
          }
    const ownerId = takesOver ? userId : before.owner_id
    const { principal } = ctx
    await requireErrorWorkflow(deps, tx, {
      principal,
      ownerId,
      errorWorkflow: given.errorWorkflow,
    })
    const callableBy = callableAfter(before, { ownerId, userId, wanted: given.callableBy })
    const row = await saveWorkflow(tx, orgId, id, { ...changes, ...stored, callableBy, ownerId })
    if (changes.graph !== undefined) {
      const dropped = await recordVersion(tx, row, userId, change.restoredFrom)
      await releaseSignatureSecrets(tx, orgId, dropped)
      await takeOverQueued(tx, id, userId)
    }
    await syncTriggers(tx, row, deps)
    await emit(tx, WorkflowSaved, orgId, { workflowId: id })
    return row
  })
}

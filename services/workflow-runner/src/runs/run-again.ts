import {
  commonErrors,
  invalidField,
  type NodeRun,
  type RunView,
  runErrors,
  WorkflowGraph,
  WorkflowRunHigh,
  workflowErrors,
} from '@atrium/contracts'
import { emitEntries, inTransaction, jobEntry, json } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { NodeError, readSnapshot, resumeRun, sampledOutputs } from '../engine/index.ts'
import { takeOverFiles } from '../files/files-of-runs.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { requireRunRoom } from '../plans/limit-runs.ts'
import { findSeeds, keptTexts, saveResumed } from './run-again.db.ts'
import { queuedEntry } from './run-queued.ts'
import { nodeRun, type RunRow, runView } from './run-view.ts'
import {
  findWorkflowGraph,
  getRun,
  insertRunByHand,
  queuePosition,
  type RunKey,
  selectNodes,
} from './runs.db.ts'

const finished: readonly RunView['status'][] = ['completed', 'failed', 'cancelled']

const firstToRepeat = (nodes: readonly NodeRun[]): string | undefined =>
  (nodes.find(({ status }) => status === 'failed') ?? nodes[0])?.nodeId

function earlierNodes(
  { registry }: Pick<Deps, 'registry'>,
  graph: WorkflowGraph,
  nodes: readonly NodeRun[],
) {
  const drawn = new Map(graph.nodes.map((node) => [node.id, node]))
  return new Map(
    nodes.flatMap(({ nodeId, type, status, skipReason, message, outputs, sample }) => {
      const node = drawn.get(nodeId)
      const end = status === 'skipped' ? skipReason : status
      // If the node's type has changed since, the node counts as not run.
      if (node?.type !== type || end === null || end === 'running') return []
      const definition = registry.lookup(type)
      const whole = sample !== null && !sample.truncated && definition !== undefined
      const sampledItems = whole ? sampledOutputs(definition, node, outputs, sample) : undefined
      return [[nodeId, { end, message, outputs: sampledItems }] as const]
    }),
  )
}

/**
 * Queues a run from a node on, with the items of a finished run. Nodes outside its reach keep their
 * results. Throws `not_found`, `run_unfinished`, `items_not_kept`, `validation_failed` if the node
 * is unknown, `forbidden`, `plan_limit`.
 */
export async function runAgain(
  deps: Deps,
  { principal, tx }: Ctx,
  { key, wanted }: { key: RunKey; wanted: string | undefined },
) {
  const { orgId, workflowId } = key
  const { db, registry } = deps
  return inTransaction(db, tx, async (tx) => {
    const { data: graph } = WorkflowGraph.safeParse(await findWorkflowGraph(tx, orgId, workflowId))
    if (graph === undefined) throw workflowErrors.not_found()
    const old = await getRun(tx, key)
    if (graph.nodes.some(({ type }) => registry.issuesMoney(type))) requireMoneyRights(principal)
    if (!finished.some((status) => status === old.status)) throw runErrors.run_unfinished()
    const nodes = (await selectNodes(tx, key.runId)).map(nodeRun)
    const from = wanted ?? firstToRepeat(nodes)
    if (from === undefined) throw runErrors.items_not_kept()
    const row = await insertAgain(deps, tx, { principal, key, from, graph, nodes })
    await emitEntries(tx, [
      jobEntry(WorkflowRunHigh, { runId: row.id }, { orgId }),
      queuedEntry(row.id, { orgId, workflowId, trigger: row.trigger }),
    ])
    await requireRunRoom(deps, tx, orgId)
    const rows = await selectNodes(tx, row.id)
    return { runId: row.id, run: runView(row, rows, await queuePosition(tx, row)) }
  })
}

interface Again {
  principal: Ctx['principal']
  key: RunKey
  from: string
  graph: WorkflowGraph
  nodes: readonly NodeRun[]
}

async function insertAgain(
  deps: Deps,
  tx: NonNullable<Ctx['tx']>,
  { principal: { userId }, key, from, graph, nodes }: Again,
): Promise<RunRow> {
  const { orgId, workflowId, runId: old } = key
  const runId = deps.newId('run')
  const plan = { runId, workflowId, orgId, userId, trigger: 'manual' as const, graph }
  const pace = deps.turns(orgId)
  const texts = await keptTexts(tx, key)
  const resume = async () => {
    const snapshot = texts.length === 0 ? undefined : await readSnapshot(texts, pace)
    return resumeRun(plan, from, { nodes: earlierNodes(deps, graph, nodes), snapshot }, pace)
  }
  const resumed = await resume().catch((error: unknown) => {
    if (error instanceof NodeError) throw runErrors.items_not_kept({ message: error.message })
    throw error
  })
  if ('problem' in resumed) {
    if (resumed.problem === 'items_not_kept') throw runErrors.items_not_kept()
    throw invalidField('node', `The workflow has no step with the ID "${from}"`)
  }
  const seeds = json((await findSeeds(tx, key)) ?? { nodes: [] })
  // The run continues from the snapshot.
  const row = await insertRunByHand(tx, { ...key, runId, userId, seeds, continued: true })
  if (row === undefined) throw commonErrors.unavailable()
  await saveResumed(tx, { orgId, runId }, { from: old, ...resumed })
  await takeOverFiles(tx, { orgId, runId }, [old])
  return row
}

import type { NodeRun, RunHeader, RunView } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { WorkflowDatabase } from '../database.ts'

type Runs = Selectable<WorkflowDatabase['runs']>
export type RunRow = Omit<Runs, 'seeds' | 'graph' | 'depth' | 'caused_by' | 'trace'>
export type NodeRunRow = Selectable<WorkflowDatabase['node_runs']>

/** A run without its nodes. `queuePosition` belongs to queued runs only. */
export const runHeader = (row: RunRow, queuePosition?: number): RunHeader => ({
  id: row.id,
  workflowId: row.workflow_id,
  status: row.status,
  trigger: row.trigger,
  ...(row.status === 'queued' && queuePosition !== undefined ? { queuePosition } : {}),
  error: row.error,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
})

export const nodeRun = (row: NodeRunRow): NodeRun => ({
  nodeId: row.node_id,
  name: row.name,
  type: row.type,
  status: row.status,
  skipReason: row.skip_reason,
  itemsIn: row.items_in,
  itemsOut: row.items_out,
  outputs: row.outputs,
  message: row.message,
  error: row.error,
  fix: row.fix,
  incomplete: row.incomplete,
  usage: row.usage,
  signalSamples: row.signal_samples,
  sample: row.sample,
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
})

export const runView = (row: RunRow, nodes: readonly NodeRunRow[], queuePosition?: number): RunView => ({
  ...runHeader(row, queuePosition),
  nodes: nodes.map(nodeRun),
})

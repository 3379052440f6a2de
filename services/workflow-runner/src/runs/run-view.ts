import { NodeRun, RunHeader, type RunStatus, type RunView } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { Selectable } from 'kysely'
import type { WorkflowDatabase } from '../database.ts'

export const runColumns = [
  'id',
  'org_id',
  'lane',
  'workflow_id',
  'owner_id',
  'queue',
  'priority',
  'status',
  'trigger',
  'root_trigger',
  'task_id',
  'worker_id',
  'continued',
  'error',
  'created_at',
  'started_at',
  'finished_at',
] as const
export type RunRow = Pick<Selectable<WorkflowDatabase['runs']>, (typeof runColumns)[number]>
export type NodeRunRow = Selectable<WorkflowDatabase['node_runs']>

const header = createView(RunHeader.omit({ queuePosition: true }))

// A continued run has already begun, so it shows as running even while it is queued.
const toStatus = ({ status, continued, started_at }: RunRow): RunStatus =>
  status === 'parked' || (status === 'queued' && continued && started_at !== null)
    ? 'running'
    : status

/** Returns a run without its nodes. Only queued runs have a `queuePosition`. */
export function runHeader(row: RunRow, queuePosition?: number): RunHeader {
  const status = toStatus(row)
  const trigger = row.root_trigger ?? row.trigger
  return {
    ...header({ ...row, status, trigger }),
    ...(status === 'queued' && queuePosition !== undefined ? { queuePosition } : {}),
  }
}

export const nodeRun = createView(NodeRun)

export const runView = (
  row: RunRow,
  nodes: readonly NodeRunRow[],
  queuePosition?: number,
): RunView => ({
  ...runHeader(row, queuePosition),
  nodes: nodes.map(nodeRun),
})

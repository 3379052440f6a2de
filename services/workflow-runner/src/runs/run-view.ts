import { NodeRun, RunHeader, type RunView } from '@atrium/contracts'
import { viewOf } from '@atrium/database'
import type { Selectable } from 'kysely'
import type { WorkflowDatabase } from '../database.ts'

type Runs = Selectable<WorkflowDatabase['runs']>
export type RunRow = Omit<Runs, 'seeds' | 'graph' | 'depth' | 'caused_by' | 'trace'>
export type NodeRunRow = Selectable<WorkflowDatabase['node_runs']>

const header = viewOf(RunHeader.omit({ queuePosition: true }))

/** A run without its nodes. `queuePosition` belongs to queued runs only. */
export const runHeader = (row: RunRow, queuePosition?: number): RunHeader => ({
  ...header(row),
  ...(row.status === 'queued' && queuePosition !== undefined ? { queuePosition } : {}),
})

export const nodeRun = viewOf(NodeRun)

export const runView = (row: RunRow, nodes: readonly NodeRunRow[], queuePosition?: number): RunView => ({
  ...runHeader(row, queuePosition),
  nodes: nodes.map(nodeRun),
})

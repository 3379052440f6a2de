import type { NodeRun, SkipReason, WorkflowNode } from '@atrium/contracts'
import type { NodeResult } from './node-definition.ts'
import { boundedCopy, type Sample } from './samples/sample.ts'

/** Times are in milliseconds. */
export interface NodeRecord extends Omit<NodeRun, 'signalSamples' | 'startedAt' | 'finishedAt'> {
  position: number
  signalSamples: readonly unknown[] | null
  startedAt: number | null
  finishedAt: number | null
}

const base = (node: WorkflowNode, position: number): NodeRecord => ({
  nodeId: node.id,
  name: node.name,
  type: node.type,
  position,
  status: 'running',
  skipReason: null,
  itemsIn: 0,
  itemsOut: 0,
  outputs: {},
  message: null,
  error: null,
  fix: null,
  incomplete: false,
  usage: null,
  signalSamples: null,
  sample: null,
  startedAt: null,
  finishedAt: null,
})

export const runningRecord = (
  node: WorkflowNode,
  position: number,
  itemsIn: number,
  startedAt: number,
): NodeRecord => ({ ...base(node, position), itemsIn, startedAt })

export const skippedRecord = (
  node: WorkflowNode,
  position: number,
  skipReason: SkipReason,
  finishedAt: number,
): NodeRecord => ({ ...base(node, position), status: 'skipped', skipReason, finishedAt })

const longestMessage = 2_000
const bounded = (message: string | undefined): string | null =>
  message?.slice(0, longestMessage).toWellFormed() || null

export function outcomeRecord(
  running: NodeRecord,
  {
    now,
    result,
    counts,
    sample,
  }: { now: number; result: NodeResult; counts: Record<string, number>; sample: Sample | null },
): NodeRecord {
  const itemsOut = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const failed = result.halt?.success === false
  return {
    ...running,
    status: result.halt === undefined ? 'completed' : failed ? 'failed' : 'halted',
    itemsOut,
    outputs: counts,
    message: failed ? null : bounded(result.halt?.message ?? result.message),
    error: failed ? bounded(result.halt?.message) : null,
    fix: result.halt?.fix ?? result.fix ?? null,
    incomplete: result.incomplete ?? false,
    usage: result.usage === undefined ? null : boundedCopy(result.usage),
    signalSamples:
      result.signalSamples === undefined
        ? null
        : (boundedCopy(result.signalSamples.slice(0, 3)) as unknown[]),
    sample,
    finishedAt: now,
  }
}

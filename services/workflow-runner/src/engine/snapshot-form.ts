import type { SkipReason, WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import type { SourceRead } from './node-definition.ts'

export type NodeEnd = 'completed' | 'failed' | 'halted' | SkipReason

/**
 * An item of an output by numbers: the item, the node that emitted it, and the place of its parent or -1. Then the places
 * of its further parts, and its index among the items that the run began with, or -1.
 */
export type FlowRow = readonly [
  item: number,
  node: number,
  parent: number,
  others?: readonly number[],
  seed?: number,
]

/** The id, the title and the reason; a release before wrote the id alone. */
export type LeftRow = string | readonly [id: string, title: string, reason: string | null]

export interface Snapshot {
  version: number
  graph: WorkflowGraph
  ends: (NodeEnd | null)[]
  messages: (string | null)[]
  watermarks: [string, unknown][]
  /** Missing in snapshots of earlier releases. */
  reads?: [node: number, read: SourceRead][]
  left?: [node: number, items: LeftRow[]][]
  leftSeeds?: [seed: number, reason: string | null][]
  parked: { node: number; until: number | null; state: unknown; startedAt: number }[]
  /** The places of the items of each output in `flows`. */
  outputs: { node: number; name: string; flows: number[] }[]
  items: WorkflowItem[]
  flows: FlowRow[]
}

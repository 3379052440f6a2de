import type { SkipReason, WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import type { SourceRead } from '../node-definition.ts'

export type NodeEnd = 'completed' | 'failed' | 'halted' | SkipReason

/**
 * An output item as indexes: the item, its node, its parent in `flows` or -1, its further parts in
 * `flows`, and its seed or -1.
 */
export type FlowRow = readonly [
  item: number,
  node: number,
  parent: number,
  others?: readonly number[],
  seed?: number,
]

/** The id, title and reason. The previous release wrote only the id. */
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
  /** `flows` holds indexes into `Snapshot.flows`. */
  outputs: { node: number; name: string; flows: number[] }[]
  items: WorkflowItem[]
  flows: FlowRow[]
}

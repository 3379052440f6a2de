import type { NodeRecord } from '../engine/index.ts'

const iso = (millis: number | null): string | null =>
  millis === null ? null : new Date(millis).toISOString()

/** A node record in the shape of its table's columns. */
export const nodeRow = (runId: string, record: NodeRecord): Record<string, unknown> => ({
  run_id: runId,
  node_id: record.nodeId,
  position: record.position,
  name: record.name,
  type: record.type,
  status: record.status,
  skip_reason: record.skipReason,
  items_in: record.itemsIn,
  items_out: record.itemsOut,
  outputs: record.outputs,
  message: record.message,
  error: record.error,
  fix: record.fix,
  incomplete: record.incomplete,
  usage: record.usage,
  signal_samples: record.signalSamples,
  sample: record.sample,
  started_at: iso(record.startedAt),
  finished_at: iso(record.finishedAt),
})

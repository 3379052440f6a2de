import { measureWeight, type NodeRecord } from '../../engine/index.ts'

/** Limits per statement, because a statement is serialized in one step. */
export const chunkLimits = { rows: 500, bytes: 512 * 1024 } as const

export interface RowChunk {
  records: readonly NodeRecord[]
  bytes: number
}

const plainBytes = 500
const sampleBytes = 128 * 1024

const measureSize = ({ sample, signalSamples, usage }: NodeRecord): number =>
  plainBytes +
  measureWeight(sample, sampleBytes) +
  measureWeight(signalSamples, sampleBytes) +
  measureWeight(usage, sampleBytes)

/**
 * Splits node rows into chunks within the limits, in order. Returns at least one chunk, which may
 * be empty.
 */
export function rowChunks(records: readonly NodeRecord[]): RowChunk[] {
  let last: { records: NodeRecord[]; bytes: number } = { records: [], bytes: 0 }
  const chunks = [last]
  for (const record of records) {
    const bytes = measureSize(record)
    const full = last.records.length >= chunkLimits.rows || last.bytes + bytes > chunkLimits.bytes
    if (full && last.records.length > 0) {
      last = { records: [], bytes: 0 }
      chunks.push(last)
    }
    last.records.push(record)
    last.bytes += bytes
  }
  return chunks
}

import { expect, it } from 'vitest'
import { node } from '../../../test/graphs.ts'
import { runningRecord } from '../../engine/node-record.ts'
import { chunkLimits, rowChunks } from './row-chunks.ts'

it('splits rows by number and size without losing or reordering any', () => {
  const plain = Array.from({ length: 1_200 }, (_, at) =>
    runningRecord(node(`n${at}`, 'if'), at, 1, 0),
  )
  expect(rowChunks(plain).map(({ records }) => records.length)).toEqual([500, 500, 200])
  const sample = { items: [{ json: { text: 'x'.repeat(60_000) } }], truncated: false }
  const fat = plain.slice(0, 40).map((record) => ({ ...record, sample }))
  const chunks = rowChunks(fat)
  expect(chunks.length).toBeGreaterThan(3)
  for (const { bytes } of chunks) expect(bytes).toBeLessThanOrEqual(chunkLimits.bytes)
  expect(chunks.flatMap(({ records }) => records)).toEqual(fat)
  expect(rowChunks([])).toEqual([{ records: [], bytes: 0 }])
})

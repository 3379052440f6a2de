import type { QueueStats } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { linePoints, type Readings, spanLabel, withReading } from './readings.ts'

const queue = (depth: number): QueueStats['queues'][number] => ({
  ...{ name: 'workflow-run', depth, oldestSeconds: depth * 2, active: 0 },
  last24h: { completed: 0, failed: 0, cancelled: 0 },
})

test('a reading is kept once, and the oldest ones end', () => {
  let readings: Readings = {}
  for (let at = 1; at <= 130; at += 1) readings = withReading(readings, { at, queues: [queue(at)] })
  readings = withReading(readings, { at: 130, queues: [queue(7)] })
  const kept = readings['workflow-run'] ?? []
  expect([kept.length, kept[0]?.at, kept.at(-1)]).toEqual([
    120,
    11,
    { at: 130, depth: 130, oldestSeconds: 260 },
  ])
})

test.each([
  [[0], '0,23 100,23'],
  [[0, 4], '0,23 100,1'],
  [[5, 0, 5], '0,1 50,23 100,1'],
])('%j is drawn from the left to the right', (values, points) => {
  expect(linePoints(values)).toBe(points)
})

test.each([
  [0.4, '0 s'],
  [59, '59 s'],
  [90, '2 min'],
  [7_200, '2 h'],
  [864_000, '10 days'],
])('%d seconds are %s', (seconds, label) => {
  expect(spanLabel(seconds)).toBe(label)
})

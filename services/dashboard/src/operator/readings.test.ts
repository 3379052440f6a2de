import { expect, test } from 'vitest'
import { dayLines, spanLabel, toReadings } from './readings.ts'

const until = Date.UTC(2026, 0, 2)
const hoursAgo = (hours: number, value: number) => ({ at: until - hours * 3_600_000, value })

test("returns a queue's readings of the day and the current one", () => {
  const at = '2026-01-01T12:00:00.000Z'
  const samples = [{ at, depth: 3, oldestSeconds: 40 }]
  const history = { queues: [{ name: 'workflow-run' as const, samples }] }
  const now = { at: until, value: 1 }
  expect(toReadings(history, 'workflow-run', 'oldestSeconds', now)).toEqual([
    { at: Date.parse(at), value: 40 },
    now,
  ])
  expect(toReadings(history, 'webhook-delivery', 'depth', now)).toEqual([now])
  expect(toReadings(undefined, 'workflow-run', 'depth', now)).toEqual([now])
})

test.each([
  ['one reading is a short line', [hoursAgo(0, 0)], ['100,23 100,23']],
  ['the highest one is at the top', [hoursAgo(0.1, 0), hoursAgo(0, 4)], ['99.6,23 100,1']],
  [
    'a time without readings is a gap',
    [hoursAgo(12, 5), hoursAgo(0, 5)],
    ['50,1 50,1', '100,1 100,1'],
  ],
  ['what is older than a day is not drawn', [hoursAgo(25, 9), hoursAgo(0, 2)], ['100,1 100,1']],
])('draws lines so that %s', (_, readings, lines) => {
  expect(dayLines(readings, until)).toEqual(lines)
})

test.each([
  [0.4, '0 s'],
  [59, '59 s'],
  [90, '2 min'],
  [7_200, '2 h'],
  [864_000, '10 days'],
])('formats %d seconds as %s', (seconds, label) => {
  expect(spanLabel(seconds)).toBe(label)
})

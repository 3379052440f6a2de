import { expect, test } from 'vitest'
import { cronWords, usualSchedules } from './cron-words.ts'

const now = Date.parse('2026-03-27T10:00:00Z')

test('describes a schedule, with its next five times in its own time zone', () => {
  const shown = cronWords('0 9 * * 1-5', 'Europe/Berlin', now)
  expect(shown?.words).toBe('At 09:00, Monday through Friday')
  // The clocks change on 29 March.
  expect(shown?.next.map((date) => date.toISOString())).toEqual([
    '2026-03-30T07:00:00.000Z',
    '2026-03-31T07:00:00.000Z',
    '2026-04-01T07:00:00.000Z',
    '2026-04-02T07:00:00.000Z',
    '2026-04-03T07:00:00.000Z',
  ])
})

test.each(['', '61 * * * *', 'every day', '* * * *'])(
  'returns undefined if the schedule is %j',
  (cron) => {
    expect(cronWords(cron, 'UTC', now)).toBeUndefined()
  },
)

test('offers only valid schedules', () => {
  for (const { cron } of usualSchedules) expect(cronWords(cron, 'UTC', now)?.next).toHaveLength(5)
})

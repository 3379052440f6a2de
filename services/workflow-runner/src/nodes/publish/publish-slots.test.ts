import { describe, expect, it } from 'vitest'
import { publishTimesProblem, upcomingSlots } from './publish-slots.ts'

const slots = (times: string | string[], tz: string, now: string): string[] =>
  upcomingSlots(times, tz, Date.parse(now)).map((slot) => slot.toISOString())

describe('publish slots', () => {
  it('reads 12am as midnight and 12pm as noon', () => {
    expect(slots('12am, 12pm', 'UTC', '2026-05-04T08:00:00Z')).toEqual([
      '2026-05-04T12:00:00.000Z',
      '2026-05-05T00:00:00.000Z',
    ])
  })

  it('uses tomorrow if a time has passed or is now, and sorts the earliest slot first', () => {
    expect(slots(['9am', '17:30', '9:30 PM'], 'UTC', '2026-05-04T17:30:00Z')).toEqual([
      '2026-05-04T21:30:00.000Z',
      '2026-05-05T09:00:00.000Z',
      '2026-05-05T17:30:00.000Z',
    ])
  })

  it('reads times in the time zone, even if the date differs there', () => {
    expect(slots('9am', 'Pacific/Auckland', '2026-05-04T20:59:00Z')).toEqual([
      '2026-05-04T21:00:00.000Z',
    ])
    expect(slots('9am', 'Pacific/Auckland', '2026-05-04T21:00:00Z')).toEqual([
      '2026-05-05T21:00:00.000Z',
    ])
  })

  it('keeps the local time when the clocks change', () => {
    expect(slots('9am', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-29T07:00:00.000Z',
    ])
    expect(slots('9am', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T08:00:00.000Z',
    ])
    expect(slots('12am', 'Europe/Berlin', '2026-10-24T22:00:00Z')).toEqual([
      '2026-10-25T23:00:00.000Z',
    ])
  })

  it('uses the end of the gap if the clocks skip a time, and keeps one slot per time', () => {
    expect(slots('2:15am, 2:45am', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ])
    expect(slots('12am', 'America/Santiago', '2026-09-05T12:00:00Z')).toEqual([
      '2026-09-06T04:00:00.000Z',
    ])
  })

  it('uses the first occurrence if the clocks repeat a time', () => {
    expect(slots('2:30am', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
    ])
    expect(slots('2:30am', 'Europe/Berlin', '2026-10-25T00:35:00Z')).toEqual([
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('creates one slot if a time is written twice', () => {
    expect(slots('9am, 09:00, 9:00am', 'UTC', '2026-05-04T00:00:00Z')).toHaveLength(1)
  })
})

it.each(['9', '25:00', '13pm', '0am', '9:60', 'noon', '24:00', '9am 10am', 'x'.repeat(5_000)])(
  'rejects "%s" as a time of day',
  (text) => {
    expect(publishTimesProblem(`8am, ${text}`)).toContain('not a time of day')
  },
)

it('accepts an empty list of times and returns no slots', () => {
  expect([
    publishTimesProblem(''),
    publishTimesProblem([]),
    slots(' , ', 'UTC', '2026-05-04T00:00:00Z'),
  ]).toEqual([undefined, undefined, []])
})

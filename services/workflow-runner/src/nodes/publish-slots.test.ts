import { describe, expect, it } from 'vitest'
import { publishTimesProblem, upcomingSlots } from './publish-slots.ts'

const slots = (times: string | string[], tz: string, now: string): string[] =>
  upcomingSlots(times, tz, Date.parse(now)).map((slot) => slot.toISOString())

describe('upcoming slots', () => {
  it('12am is midnight and 12pm is noon', () => {
    expect(slots('12am, 12pm', 'UTC', '2026-05-04T08:00:00Z')).toEqual([
      '2026-05-04T12:00:00.000Z',
      '2026-05-05T00:00:00.000Z',
    ])
  })

  it('a time that has passed, or is now, means tomorrow, and the earliest slot comes first', () => {
    expect(slots(['9am', '17:30', '9:30 PM'], 'UTC', '2026-05-04T17:30:00Z')).toEqual([
      '2026-05-04T21:30:00.000Z',
      '2026-05-05T09:00:00.000Z',
      '2026-05-05T17:30:00.000Z',
    ])
  })

  it('times are meant in the time zone, also when its day is another one', () => {
    expect(slots('9am', 'Pacific/Auckland', '2026-05-04T20:59:00Z')).toEqual([
      '2026-05-04T21:00:00.000Z',
    ])
    expect(slots('9am', 'Pacific/Auckland', '2026-05-04T21:00:00Z')).toEqual([
      '2026-05-05T21:00:00.000Z',
    ])
  })

  it('a time keeps its place on the clock over the change to summer and to winter time', () => {
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

  it('a time that the clocks skip is the end of the gap, and each one keeps a slot', () => {
    expect(slots('2:15am, 2:45am', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ])
    expect(slots('12am', 'America/Santiago', '2026-09-05T12:00:00Z')).toEqual([
      '2026-09-06T04:00:00.000Z',
    ])
  })

  it('a time that comes twice has one slot, the first', () => {
    expect(slots('2:30am', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
    ])
    expect(slots('2:30am', 'Europe/Berlin', '2026-10-25T00:35:00Z')).toEqual([
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('one time written twice has one slot', () => {
    expect(slots('9am, 09:00, 9:00am', 'UTC', '2026-05-04T00:00:00Z')).toHaveLength(1)
  })
})

it.each(['9', '25:00', '13pm', '0am', '9:60', 'noon', '24:00', '9am 10am', 'x'.repeat(5_000)])(
  'a text that is no time of day is named: %s',
  (text) => {
    expect(publishTimesProblem(`8am, ${text}`)).toContain('Not a time of day')
  },
)

it('an empty list of times has no slots and is no problem', () => {
  expect([
    publishTimesProblem(''),
    publishTimesProblem([]),
    slots(' , ', 'UTC', '2026-05-04T00:00:00Z'),
  ]).toEqual([undefined, undefined, []])
})

import { describe, expect, it } from 'vitest'
import { items, type Json, readProblems, through } from '../../../test/through-node.ts'

const compute = async (value: unknown, params: Json): Promise<unknown> => {
  const { main, node } = await through(
    'date',
    { value: '{{ $json.v }}', ...params },
    items({ v: value }),
  )
  return main[0]?.['date'] ?? node?.error
}
const berlin = { zone: 'Europe/Berlin' }

describe('date', () => {
  it.each([
    ['2027-01-31', 'add', 1, 'month', '2027-02-28'],
    ['2028-02-29', 'add', 1, 'year', '2029-02-28'],
    ['2026-03-31', 'subtract', 1, 'month', '2026-02-28'],
    ['2026-12-30', 'add', 1, 'week', '2027-01-06'],
    ['2026-11-30', 'subtract', -2, 'day', '2026-12-02'],
  ])(
    'computes with a day as a day: %s %s %i %s',
    async (value, operation, amount, unit, result) => {
      for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12'])
        expect(await compute(value, { operation, amount, unit, zone })).toBe(result)
    },
  )

  it.each([
    // The clocks of Berlin skip an hour on 29 March 2026.
    ['2026-03-28T11:00:00Z', 1, 'day', '2026-03-29T10:00:00.000Z'],
    ['2026-03-28T11:00:00Z', 24, 'hour', '2026-03-29T11:00:00.000Z'],
    ['2026-03-28T02:30:00+01:00', 1, 'day', '2026-03-29T01:30:00.000Z'],
    // The hour from 2 to 3 happens twice on 25 October 2026.
    ['2026-10-25T00:30:00Z', 60, 'minute', '2026-10-25T01:30:00.000Z'],
    ['2026-10-24T22:00:00Z', 1, 'day', '2026-10-25T23:00:00.000Z'],
    // A time without an offset is local.
    ['2026-07-01T09:00', 0, 'day', '2026-07-01T07:00:00.000Z'],
    ['2026-11-30', 9, 'hour', '2026-11-30T08:00:00.000Z'],
  ])(
    'adds by the clocks of the zone when they change: %s + %i %s',
    async (value, amount, unit, result) => {
      expect(await compute(value, { operation: 'add', amount, unit, ...berlin })).toBe(result)
    },
  )

  it.each([
    ['2026-11-29T23:30:00Z', 'day', '2026-11-29T23:00:00.000Z'],
    ['2026-11-29T22:30:00Z', 'week', '2026-11-22T23:00:00.000Z'],
    ['2026-07-31T22:30:00Z', 'month', '2026-07-31T22:00:00.000Z'],
    ['2026-12-31T23:30:00Z', 'year', '2026-12-31T23:00:00.000Z'],
    ['2026-11-29T23:59:59.999Z', 'hour', '2026-11-29T23:00:00.000Z'],
    ['2026-11-29', 'week', '2026-11-23'],
    ['2026-11-29', 'year', '2026-01-01'],
    ['2026-11-29', 'hour', '2026-11-28T23:00:00.000Z'],
  ])('finds the start of a unit in the zone: %s %s', async (value, unit, result) => {
    expect(await compute(value, { operation: 'start_of', unit, ...berlin })).toBe(result)
  })

  it('reads today and now, and writes into a chosen field', async () => {
    const params = { operation: 'add', amount: 0, unit: 'day' }
    const day = await compute('Today', params)
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(await compute('now', params)).toMatch(new RegExp(`^${String(day)}T`))
    const { main } = await through(
      'date',
      { ...params, value: '2026-01-01', into: 'a.b' },
      items({ x: 1 }),
    )
    expect(main).toEqual([{ x: 1, a: { b: '2026-01-01' } }])
  })

  it('refuses values that are no date and results without a year of four digits', async () => {
    const add = { operation: 'add', amount: 1_000_000, unit: 'year' }
    expect(await compute('soon', add)).toContain('"soon" is not a date')
    expect(await compute('2026-02-30', add)).toContain('is not a date')
    expect(await compute('2026-01-01', add)).toContain('outside the years')
    expect(await compute('2026-01-01T00:00:00Z', { ...add, amount: 9_000 })).toContain('outside')
    expect(await compute('9999-12-31', { operation: 'add', amount: 1, unit: 'day' })).toContain(
      'outside',
    )
  })

  it('reports a missing amount and an unknown zone when the workflow is activated', async () => {
    const params = { operation: 'add', value: '2026-01-01', unit: 'day' }
    expect(await readProblems('date', params)).toEqual([
      'invalid_params graph.nodes.1.params.amount',
    ])
    expect(await readProblems('date', { ...params, amount: 1, zone: 'Mars' })).toEqual([
      'invalid_params graph.nodes.1.params.zone',
    ])
    expect(await readProblems('date', { ...params, operation: 'start_of' })).toEqual([])
  })
})

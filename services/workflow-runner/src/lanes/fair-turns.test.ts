import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairTurns, type LaneHead } from './fair-turns.ts'

const head = (lane: string, priority = 1, runId = lane): LaneHead => ({ lane, priority, runId })

describe('fair turns', () => {
  it('serves an idle lane without delay when another lane is flooded', () => {
    const turns = createFairTurns()
    for (let at = 0; at < 1_000; at += 1) turns.served('flood', 1)
    expect([...turns.choose([head('flood', 0), head('other')], 1)]).toEqual([['other', 1]])
  })

  it('serves the urgent run first if lanes are even and then the older one', () => {
    const turns = createFairTurns()
    expect([...turns.choose([head('a', 1, 'run_1'), head('b', 0, 'run_2')], 1).keys()]).toEqual([
      'b',
    ])
    expect([...turns.choose([head('a', 1, 'run_2'), head('b', 1, 'run_1')], 1).keys()]).toEqual([
      'b',
    ])
  })

  it('gives a single lane half of the slots, or the only slot if there is one', () => {
    for (const [slots, half] of [
      [1, 1],
      [2, 1],
      [8, 4],
      [20, 10],
    ] as const) {
      expect(createFairTurns().choose([head('a')], slots)).toEqual(new Map([['a', half]]))
    }
  })

  it('never gives a lane more than half of the slots and gives a lane without slots a free one', () => {
    const steps = fc.array(fc.record({ lane: fc.nat(5), ends: fc.nat(30) }), { maxLength: 80 })
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), steps, (slots, arrivals) => {
        const turns = createFairTurns()
        const held: string[] = []
        const holds = (lane: string) => held.filter((each) => each === lane).length
        for (const { lane, ends } of arrivals) {
          if (ends < held.length) held.splice(ends, 1)
          const free = slots - held.length
          const idle = holds(`lane ${lane}`) === 0
          const chosen = turns.choose([head(`lane ${lane}`)], free, holds)
          if (idle && free > 0) expect(chosen.size).toBe(1)
          for (const [name, count] of chosen) {
            turns.served(name, count)
            held.push(...Array.from({ length: count }, () => name))
            expect(holds(name)).toBeLessThanOrEqual(slots / 2)
          }
        }
      }),
    )
  })

  it('serves lanes equally if they always have work, and remembers few lanes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 10, maxLength: 60 }),
        (lanes, rounds) => {
          const turns = createFairTurns()
          const heads = Array.from({ length: lanes }, (_, at) => head(`lane ${at}`))
          const counts = new Map<string, number>()
          for (const free of rounds) {
            const chosen = turns.choose(heads, free)
            const given = [...chosen.values()].reduce((a, b) => a + b, 0)
            expect(given).toBeLessThanOrEqual(free)
            expect(given).toBeGreaterThanOrEqual(Math.min(free, lanes))
            for (const [lane, count] of chosen) {
              turns.served(lane, count)
              counts.set(lane, (counts.get(lane) ?? 0) + count)
            }
          }
          const values = heads.map(({ lane }) => counts.get(lane) ?? 0)
          expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1)
        },
      ),
    )
    const turns = createFairTurns()
    for (let at = 0; at < 5_000; at += 1) turns.served(`lane ${at}`, 1)
    for (let at = 0; at < 10; at += 1) turns.served('busy', 1)
    expect(turns.size()).toBeLessThan(100)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairTurns, type LaneHead } from './fair-turns.ts'

const head = (lane: string, priority = 1, runId = lane): LaneHead => ({ lane, priority, runId })

describe('turns', () => {
  it('a lane that was flooded does not delay one that was idle', () => {
    const turns = createFairTurns()
    for (let at = 0; at < 1_000; at += 1) turns.served('flood', 1)
    expect([...turns.choose([head('flood', 0), head('other')], 1)]).toEqual([['other', 1]])
  })

  it('among lanes that are even, the urgent run goes first, then the older', () => {
    const turns = createFairTurns()
    expect([...turns.choose([head('a', 1, 'run_1'), head('b', 0, 'run_2')], 1).keys()]).toEqual(['b'])
    expect([...turns.choose([head('a', 1, 'run_2'), head('b', 1, 'run_1')], 1).keys()]).toEqual(['b'])
  })

  it('one lane alone may have every slot', () => {
    expect(
      createFairTurns()
        .choose([head('a')], 8)
        .get('a'),
    ).toBe(8)
  })

  it('over any backlog, lanes that always have work are served alike, and little is remembered', () => {
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
            expect([...chosen.values()].reduce((a, b) => a + b, 0)).toBe(free)
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

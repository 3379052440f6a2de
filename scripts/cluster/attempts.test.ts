import { expect, test } from 'vitest'
import { recoverySeconds, summarise } from './attempts.ts'

test('counts the recovery until the end of the last failure, and only after a success', () => {
  const attempt = (at: number, ms: number, ok: boolean) => ({ kind: 'card', at, ms, ok }) as const
  const attempts = [
    attempt(100, 50, false),
    attempt(1_000, 500, false),
    attempt(2_000, 1_000, false),
  ]
  expect(recoverySeconds(attempts, 1_000)).toBeUndefined()
  expect(recoverySeconds([...attempts, attempt(3_100, 10, true)], 1_000)).toBe(2)
  expect(recoverySeconds([attempt(1_100, 10, true)], 1_000)).toBe(0)
})

test('summarises the attempts that ended in a window', () => {
  const attempts = [
    { kind: 'card', at: 0, ms: 10, ok: true },
    { kind: 'run', at: 500, ms: 30, ok: true },
    { kind: 'run', at: 900, ms: 90, ok: false },
    { kind: 'live', at: 900, ms: 90, ok: false },
    { kind: 'card', at: 1_995, ms: 10, ok: true },
  ] as const
  expect(summarise(attempts, 0, 2_000)).toEqual({
    perSecond: 1,
    p50Ms: 30,
    slowestMs: 30,
    failed: 1,
    late: 1,
  })
})

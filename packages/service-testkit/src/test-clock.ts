export interface TestClock {
  /** The distance to the system's clock in milliseconds. */
  offsetMs: number
  now(): Date
}

/** A clock that a test sets forward or back. */
export function movableClock(): TestClock {
  const clock: TestClock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  return clock
}

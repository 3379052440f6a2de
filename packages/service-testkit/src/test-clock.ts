export interface TestClock {
  /** The offset from the system clock in milliseconds. */
  offsetMs: number
  now(): Date
}

/** Creates a clock for a test to move forward or back. */
export function movableClock(): TestClock {
  const clock: TestClock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  return clock
}

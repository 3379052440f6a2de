import { expect } from 'vitest'

/** Milliseconds of the quickest of three calls. */
const quickest = (run: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const began = performance.now()
      run()
      return performance.now() - began
    }),
  )

/**
 * Requires that what is done with a text takes time that grows with its length. Four times the text is sixteen times
 * the time where it grows with the square; the floor is for what is too quick to be measured.
 */
export function expectLinear(
  what: string,
  make: (characters: number) => string,
  largest: number,
  run: (text: string) => unknown,
): void {
  const [small, large] = [make(largest / 4), make(largest)]
  const before = quickest(() => run(small))
  expect(
    quickest(() => run(large)),
    what,
  ).toBeLessThan(10 * before + 250)
}

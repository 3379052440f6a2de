import type { Measurement } from './measurement.ts'

const rounds = 5

/**
 * Rounds for Atrium and a peer, measured alternately so that other load on the machine affects
 * both.
 */
export interface Rounds {
  ours: readonly number[]
  theirs: readonly number[]
}

/** Measures each side five times, alternately. */
export async function inTurns(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Rounds> {
  const [mine, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await ours())
    other.push(await theirs())
  }
  return { ours: mine, theirs: other }
}

/** Returns our value divided by the peer's for each round, with the minimum ratio as the bound. */
export const ratio = (name: string, { ours, theirs }: Rounds, atLeast: number): Measurement => ({
  name,
  value: ours.map((value, round) => value / (theirs[round] ?? Number.NaN)),
  unit: '×',
  target: `>= ${atLeast}`,
})

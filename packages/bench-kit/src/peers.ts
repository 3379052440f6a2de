import { requestsPerSecond } from './load.ts'
import type { Measurement } from './measurement.ts'

const rounds = 5
const seconds = 2

/** Rounds of ours and of a peer's, measured in turns so that other work on the machine falls on both. */
export interface Rounds {
  ours: readonly number[]
  theirs: readonly number[]
}

/** Measures each five times, in turns. */
export async function inTurns(ours: () => Promise<number>, theirs: () => Promise<number>): Promise<Rounds> {
  const [mine, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await ours())
    other.push(await theirs())
  }
  return { ours: mine, theirs: other }
}

/** Ours divided by a peer's in each round, with the least that it has to be. */
export const ratio = (name: string, { ours, theirs }: Rounds, atLeast: number): Measurement => ({
  name,
  value: ours.map((value, round) => value / (theirs[round] ?? Number.NaN)),
  unit: '×',
  target: `>= ${atLeast}`,
})

/** A row of the requests a second of an address against those of a peer's. */
export async function againstPeer(
  name: string,
  ours: string,
  theirs: string,
  atLeast: number,
): Promise<Measurement> {
  const measured = await inTurns(
    () => requestsPerSecond(ours, seconds),
    () => requestsPerSecond(theirs, seconds),
  )
  return ratio(name, measured, atLeast)
}

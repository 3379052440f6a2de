import { requestsPerSecond } from './load.ts'
import type { Measurement } from './measurement.ts'
import { median } from './statistics.ts'

const rounds = 5
const seconds = 2

/** The medians of five measurements of each, made in turn, so that what else happens on the machine falls on both. */
export async function inTurns(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; theirs: number }> {
  const [mine, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await ours())
    other.push(await theirs())
  }
  return { ours: median(mine), theirs: median(other) }
}

/** A row of how often ours goes into a peer's, which has to be at least so much. */
export const ratio = (name: string, ours: number, theirs: number, atLeast: number): Measurement => ({
  name,
  value: ours / theirs,
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
  const rates = await inTurns(
    () => requestsPerSecond(ours, seconds),
    () => requestsPerSecond(theirs, seconds),
  )
  const [a, b] = [Math.round(rates.ours), Math.round(rates.theirs)]
  return ratio(`${name} (${a} against ${b} a second)`, rates.ours, rates.theirs, atLeast)
}

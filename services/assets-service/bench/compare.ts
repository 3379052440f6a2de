import { type BenchRow, median, ratioRow } from './rows.ts'
import { requestsPerSecond } from './servers.ts'

const rounds = 3
const seconds = 2

/** Loads both in turn, so that what else happens on the machine falls on both. */
export async function compare(
  what: string,
  ours: string,
  theirs: string,
  atLeast: number,
): Promise<BenchRow> {
  const [mine, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    mine.push(await requestsPerSecond(ours, seconds))
    other.push(await requestsPerSecond(theirs, seconds))
  }
  const [a, b] = [median(mine), median(other)]
  return ratioRow(`${what} (${Math.round(a)} against ${Math.round(b)} a second)`, a, b, atLeast)
}

import { analyse } from 'scslre'

/** A bound above this lets a text be long enough for its square to matter. */
const smallBound = 64

/**
 * How a pattern's time can grow faster than the text, in words; undefined when it cannot. A sticky pattern is tried at
 * one place only, so where it begins does not count.
 */
export function growthOf(source: string, flags: string): string | undefined {
  const unbounded = source.replace(/\{(\d*),(\d+)\}/g, (whole, least: string, most: string) =>
    Number(most) > smallBound ? `{${least},}` : whole,
  )
  const { reports } = analyse(
    { source: unbounded, flags },
    { reportTypes: { Move: !flags.includes('y'), Self: true, Trade: true } },
  )
  if (reports.length === 0) return undefined
  return reports.some(({ exponential }) => exponential) ? 'exponential' : 'the square of its text, or more'
}

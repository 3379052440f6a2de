import { analyse } from 'scslre'

/** Above this bound a text can be long enough for its square to matter. */
const smallBound = 64

/**
 * Describes how a pattern's time can grow faster than the text, or returns undefined if it cannot.
 * A sticky pattern is tried at one position only, so its start does not count.
 */
export function findGrowth(source: string, flags: string): string | undefined {
  const unbounded = source.replace(/\{(\d*),(\d+)\}/g, (whole, least: string, most: string) =>
    Number(most) > smallBound ? `{${least},}` : whole,
  )
  const { reports } = analyse(
    { source: unbounded, flags },
    { reportTypes: { Move: !flags.includes('y'), Self: true, Trade: true } },
  )
  if (reports.length === 0) return undefined
  return reports.some(({ exponential }) => exponential)
    ? 'exponential'
    : 'the square of its text, or more'
}

import { hash } from 'node:crypto'
import { z } from 'zod'
import type { WaitingItems } from '../engine/index.ts'

/** A source with so few items is listed from the start by every run. */
const fewItems = 5_000
const longestMs = 86_400_000

/**
 * The last time that a source was listed from the start. The time of a change does not grow with arrival: a file that is
 * moved into a folder, or a mail that is imported, may be older than everything that was read before.
 */
export const Sweep = z.object({
  at: z.number(),
  count: z.number(),
  /** What was asked for, shortened: other parameters find other items. */
  asked: z.string(),
  /** True if items that the sweep found wait for the next run. */
  cut: z.boolean().optional(),
})
export type Sweep = z.infer<typeof Sweep>

export const shortenAsked = (asked: unknown): string =>
  hash('sha256', JSON.stringify(asked)).slice(0, 32)

interface Swept {
  first?: boolean | undefined
  sweep?: Sweep | undefined
}

/**
 * How a source is read: `first` until everything was read once, `changes` after the watermark, `all` from the start.
 * `baseline` lists everything, too, but older items count as read, because no run has noted which ones were.
 */
export function readingMode(
  before: Swept | undefined,
  { asked, now, waiting }: { asked: string; now: number; waiting: number },
): 'first' | 'changes' | 'all' | 'baseline' {
  if (before === undefined || before.first === true) return 'first'
  const { sweep } = before
  if (sweep === undefined || sweep.asked !== asked) return 'baseline'
  const isDue = sweep.cut === true || sweep.count <= fewItems || now - sweep.at > longestMs
  return isDue || waiting > 0 ? 'all' : 'changes'
}

/** Items that wait come first, but leave half of the room to new ones. */
export function takeTurns<T>(waiting: readonly T[], fresh: readonly T[], limit: number): T[] {
  const room = Math.max(Math.ceil(limit / 2), limit - fresh.length)
  const again = waiting.slice(0, room)
  return [...again, ...fresh.slice(0, limit - again.length)]
}

/** The message of a reading node whose items wait, or that did not read everything. */
export function describeReading(
  read: number,
  { more, waiting, newest }: { more: boolean; waiting: WaitingItems; newest?: number },
): string {
  const { due, later, givenUp } = waiting
  const named = givenUp.titles.map((title) => `“${title}”`).join(', ')
  const others =
    givenUp.count > givenUp.titles.length
      ? ` and ${givenUp.count - givenUp.titles.length} more`
      : ''
  const words = [
    // A narrower search finds the older ones.
    ...(newest === undefined
      ? []
      : [
          `Only the newest ${newest.toLocaleString('en')} messages of this search are read. Narrow the search to read older ones`,
        ]),
    ...(more ? [`${read} read; more wait for the next run`] : []),
    ...(due.length > 0 ? [`${due.length} offered again, because a later step left them`] : []),
    ...(later.length > 0 ? [`${later.length} to be offered again later`] : []),
    ...(givenUp.count > 0
      ? [`${givenUp.count} given up, because a step refused them too often: ${named}${others}`]
      : []),
  ]
  return words.join('; ')
}

/** The items that a later run offers again; those that were given up are none of them. */
export const countWaiting = ({ due, later }: WaitingItems): number => due.length + later.length

export const noWaitingItems: WaitingItems = {
  due: [],
  later: [],
  givenUp: { count: 0, titles: [] },
}

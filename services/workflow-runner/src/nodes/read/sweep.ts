import { hash } from 'node:crypto'
import { z } from 'zod'
import type { WaitingItems } from '../../engine/index.ts'

/** A source with at most this many items is listed from the start in every run. */
const fewItems = 5_000
const longestMs = 86_400_000

/**
 * The last full listing. A new arrival can have an old change time, for example a file moved into a
 * folder or an imported mail. Only a full listing finds such an item.
 */
export const Sweep = z.object({
  at: z.number(),
  count: z.number(),
  /** Hash of the parameters. Other parameters find other items. */
  asked: z.string(),
  /** True if some items from the sweep wait for the next run. */
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
 * Decides how to read a source. `first` reads until everything was read once. `changes` reads after
 * the watermark. `all` lists from the start. `baseline` also lists everything, but counts older
 * items as read, because no run has recorded which ones were.
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

/** Puts waiting items first, but leaves half of the limit to new items. */
export function takeTurns<T>(waiting: readonly T[], fresh: readonly T[], limit: number): T[] {
  const room = Math.max(Math.ceil(limit / 2), limit - fresh.length)
  const again = waiting.slice(0, room)
  return [...again, ...fresh.slice(0, limit - again.length)]
}

export function describeReading(
  read: number,
  { more, waiting, newest }: { more: boolean; waiting: WaitingItems; newest?: number },
): string {
  const { due, later, refusedOften } = waiting
  const { count, titles } = refusedOften
  const named = titles.map((title) => `“${title}”`).join(', ')
  const others = count > titles.length ? ` and ${count - titles.length} more` : ''
  const words = [
    ...(newest === undefined
      ? []
      : [
          `Only the newest ${newest.toLocaleString('en')} messages of this search are read. Narrow the search to read older ones`,
        ]),
    ...(more ? [`${read} read; more wait for the next run`] : []),
    ...(due.length > 0 ? [`${due.length} offered again, because a later step left them`] : []),
    ...(later.length > 0 ? [`${later.length} to be offered again later`] : []),
    ...(count > 0 ? [`a step refused ${count} of them many times: ${named}${others}`] : []),
  ]
  return words.join('; ')
}

export const countWaiting = ({ due, later }: WaitingItems): number => due.length + later.length

export const noWaitingItems: WaitingItems = {
  due: [],
  later: [],
  refusedOften: { count: 0, titles: [] },
}

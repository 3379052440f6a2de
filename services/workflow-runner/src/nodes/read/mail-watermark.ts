import { z } from 'zod'
import { Sweep } from './sweep.ts'

/**
 * Messages are listed again if they arrived up to this long before the newest one, because the
 * provider may list a message late.
 */
const overlapSeconds = 3_600
const mostKnown = 5_000

const Stored = z.object({
  /** The newest arrival time read so far, in milliseconds since 1970. */
  at: z.number(),
  /** The ids and arrival times read within the overlap. */
  known: z.array(z.tuple([z.string(), z.number()])),
  /** The numbering of the folder for these ids. Null if ids never change. */
  numbering: z.string().nullable().optional(),
  /** True until the first full read is complete. */
  first: z.boolean().optional(),
  sweep: Sweep.optional(),
})
export type MailWatermark = z.infer<typeof Stored>

export const mailWatermark = (value: unknown): MailWatermark | undefined =>
  Stored.safeParse(value).data

/** Returns the time after which messages are listed, in seconds since 1970. */
export const listedAfter = ({ at }: MailWatermark): number =>
  Math.max(0, Math.floor(at / 1_000) - overlapSeconds)

/** Counts the messages that were read within the overlap, by their arrival time. */
export function countArrivals({ known }: MailWatermark): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [, arrival] of known) counts.set(arrival, (counts.get(arrival) ?? 0) + 1)
  return counts
}

export function advanced(
  before: MailWatermark | undefined,
  read: readonly (readonly [id: string, at: number])[],
): Pick<MailWatermark, 'at' | 'known'> | undefined {
  const at = read.reduce((newest, [, arrival]) => Math.max(newest, arrival), before?.at ?? 0)
  if (before === undefined && read.length === 0) return undefined
  const all = [...(before?.known ?? []), ...read]
  const recentArrivals = all
    .filter(([, arrival]) => arrival >= at - overlapSeconds * 1_000)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostKnown)
    .map(([id, arrival]): [string, number] => [id, arrival])
  return { at, known: recentArrivals }
}

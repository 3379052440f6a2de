import { z } from 'zod'
import { Sweep } from './sweep.ts'

/** Arrivals within this time of the newest one are looked at again: a message may be listed late. */
const overlapSeconds = 3_600
const mostKnown = 5_000

const Stored = z.object({
  /** The newest arrival that was read, in milliseconds since 1970. */
  at: z.number(),
  /** The ids of the messages that were read within the overlap, with their arrivals. */
  known: z.array(z.tuple([z.string(), z.number()])),
  /** True until the first read of everything is complete. */
  first: z.boolean().optional(),
  sweep: Sweep.optional(),
})
export type MailWatermark = z.infer<typeof Stored>

export const mailWatermark = (value: unknown): MailWatermark | undefined =>
  Stored.safeParse(value).data

/** The moment, in seconds, after which messages are listed. */
export const listedAfter = ({ at }: MailWatermark): number =>
  Math.max(0, Math.floor(at / 1_000) - overlapSeconds)

export function advanced(
  before: MailWatermark | undefined,
  read: readonly (readonly [id: string, at: number])[],
): MailWatermark | undefined {
  const at = read.reduce((newest, [, arrival]) => Math.max(newest, arrival), before?.at ?? 0)
  if (before === undefined && read.length === 0) return undefined
  const all = [...(before?.known ?? []), ...read]
  const known = all
    .filter(([, arrival]) => arrival >= at - overlapSeconds * 1_000)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostKnown)
    .map(([id, arrival]): [string, number] => [id, arrival])
  return { at, known }
}

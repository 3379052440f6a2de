import { z } from 'zod'
import { Sweep } from './sweep.ts'

const mostKnown = 1_000

const Stored = z.object({
  /** The newest change time read so far, as the source writes it (ISO 8601). */
  at: z.string(),
  /** The ids read so far with exactly the change time `at`. */
  known: z.array(z.string()),
  /** True until the first full read is complete. */
  first: z.boolean().optional(),
  sweep: Sweep.optional(),
})
export type ChangeWatermark = z.infer<typeof Stored>

/** Parses a stored watermark. Returns undefined before the first read. */
export const changeWatermark = (value: unknown): ChangeWatermark | undefined =>
  Stored.safeParse(value).data

/**
 * Returns the next read's lower bound. The bound includes `at`, because the last read may have
 * missed a change at that moment.
 */
export function changedSince(watermark: ChangeWatermark | undefined): { changedSince?: string } {
  const at = Date.parse(watermark?.at ?? '')
  return Number.isNaN(at) ? {} : { changedSince: new Date(at).toISOString() }
}

export const isKnown = (
  watermark: ChangeWatermark | undefined,
  id: string,
  changedAt: string,
): boolean => watermark !== undefined && changedAt === watermark.at && watermark.known.includes(id)

export function moved(
  watermark: ChangeWatermark | undefined,
  id: string,
  changedAt: string,
): ChangeWatermark {
  if (watermark === undefined || changedAt > watermark.at)
    return { ...watermark, at: changedAt, known: [id] }
  if (changedAt < watermark.at) return watermark
  return { ...watermark, known: [...watermark.known, id].slice(-mostKnown) }
}

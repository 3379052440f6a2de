import { commonErrors, Timestamp } from '@atrium/contracts'
import { z } from 'zod'

/** A row's position in a list ordered by time: the moment and the row id. */
export const MomentPosition = z.tuple([Timestamp, z.string().max(100)])

/**
 * Decodes a cursor. Throws `validation_failed` (400) with the given message if the cursor does not
 * have this shape.
 */
export function parseCursor<S extends z.ZodType>(
  shape: S,
  cursor: string,
  message: string,
): z.output<S> {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw commonErrors.validation_failed({
      details: { errors: [{ path: 'cursor', message }] },
      cause,
    })
  }
}

/**
 * Returns the first `limit` rows and the cursor for the next page, or null if there are no more
 * rows.
 */
export function toPage<R>(found: readonly R[], limit: number, positionOf: (row: R) => unknown) {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const next = last && Buffer.from(JSON.stringify(positionOf(last))).toString('base64url')
  return { rows, next: next ?? null }
}

import { commonErrors, Timestamp } from '@atrium/contracts'
import { z } from 'zod'

/** The place of a row in an order by a moment: the moment, and the id of the row. */
export const MomentPosition = z.tuple([Timestamp, z.string().max(100)])

/** Throws `validation_failed` (400) with the message for anything but a cursor of this shape. */
export function parseCursor<S extends z.ZodType>(shape: S, cursor: string, message: string): z.output<S> {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw commonErrors.validation_failed({ details: { errors: [{ path: 'cursor', message }] }, cause })
  }
}

/** The first `limit` of the found rows, and the cursor after them where more were found, else null. */
export function pageOf<R>(found: readonly R[], limit: number, positionOf: (row: R) => unknown) {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const next = last && Buffer.from(JSON.stringify(positionOf(last))).toString('base64url')
  return { rows, next: next ?? null }
}

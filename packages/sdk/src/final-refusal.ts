import { AtriumError } from './atrium-error.ts'

/**
 * Statuses that a retry does not change, because the user has no session, no organisation or no
 * permission.
 */
const final = new Set([400, 401, 403, 404])

/** True if a retry of the stream would be refused again. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof AtriumError && final.has(error.status)

import { AtriumError } from './atrium-error.ts'

/** Statuses that another attempt does not change: the caller has no session, no organisation, or may not. */
const final = new Set([400, 401, 403, 404])

/** Whether a stream that was refused for this reason stays refused. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof AtriumError && final.has(error.status)

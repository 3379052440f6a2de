import { AppError, commonErrors } from '@atrium/contracts'

const code = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

// Class 08 connection, 53 resources, 57P0x shutdown; 40001 and 40P01 are worth another try by the caller.
const passing = /^(08|53|57P0|40001$|40P01$|55P03$)/
const network = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/
const driver =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|the database system is/i

/** Whether a failure says that the database is away or busy rather than that the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const value = code(error)
  if (value !== undefined && (passing.test(value) || network.test(value))) return true
  return error instanceof Error && driver.test(error.message)
}

/** Whether a unique index refused a write; optionally that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (code(error) !== '23505') return false
  if (constraint === undefined) return true
  return (
    typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
  )
}

/** A database that is away as `unavailable` (503 with `Retry-After`); everything else as it is. */
export const asDatabaseError = (error: unknown): unknown =>
  error instanceof AppError || !isDatabaseAway(error)
    ? error
    : commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 2 } })

import { AppError, commonErrors } from '@atrium/contracts'

const code = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

// Classes of SQLSTATE: 08 connection, 53 resources, 57P0x shutdown; then cancelled by a timeout, serialization
// failure, deadlock, lock not available, idle transaction ended. All are worth another try by the caller.
const passing = /^(08|53|57P0|57014$|40001$|40P01$|55P03$|25P03$)/
const network =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
const driver =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|Postgres connection has been discarded)/

const connectionErrors = new WeakSet<object>()

/** Remembers that an error came from a connection to PostgreSQL, and not from some other socket or file. */
export function markConnectionError(error: unknown): void {
  if (typeof error === 'object' && error !== null) connectionErrors.add(error)
}

// Only the server's own errors carry a severity.
const isServerError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'severity' in error

/**
 * Whether a failure says that the database is away or busy rather than that the statement is wrong. Failures
 * of other connections (`ECONNREFUSED` from a provider) are not the database's.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (isServerError(error)) return passing.test(code(error) ?? '')
  if (connectionErrors.has(error) && network.test(code(error) ?? '')) return true
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

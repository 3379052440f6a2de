import { AppError, commonErrors, referenceErrors } from '@atrium/contracts'

const readField = (error: unknown, name: 'code' | 'constraint' | 'severity'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** Returns a server error's SQLSTATE, or a failed system call's code. */
export const readErrorCode = (error: unknown): string => String(readField(error, 'code') ?? '')

// SQLSTATE classes: 08 connection, 53 resources, 57P0x shutdown. Then single codes: cancelled by a
// timeout, serialization failure, deadlock, lock not available, idle transaction ended. A retry by
// the caller may succeed.
const passing = /^(08|53|57P0|57014$|40001$|40P01$|55P03$|25P03$)/
const network =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
const driver =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|Postgres connection has been discarded)/

const connectionErrors = new WeakSet<Error>()

/**
 * Marks an error as coming from a PostgreSQL connection, to tell it from errors of other sockets
 * and files.
 */
export function markConnectionError(error: unknown): void {
  if (error instanceof Error) connectionErrors.add(error)
}

/** True if the database is unreachable or busy. Other connections' failures do not count. */
export function isDatabaseAway(error: unknown): boolean {
  // Only the server's own errors have a severity.
  if (readField(error, 'severity') !== undefined) return passing.test(readErrorCode(error))
  if (!(error instanceof Error)) return false
  return (
    (connectionErrors.has(error) && network.test(readErrorCode(error))) ||
    driver.test(error.message)
  )
}

/** True if a unique index refused a write. If `constraint` is given, only that index counts. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  readErrorCode(error) === '23505' &&
  (constraint === undefined || readField(error, 'constraint') === constraint)

/** True if the error is a foreign key violation. */
export const isForeignKeyViolation = (error: unknown): boolean => readErrorCode(error) === '23503'

/** The SQLSTATE if a write names a file whose release has begun (`@atrium/asset-fences`). */
export const assetReleasedState = 'ATR01'

/**
 * Returns `unavailable` (503 with `Retry-After`) if the database is away, `asset_released` (409) if
 * a record names a deleted file, and any other error unchanged.
 */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (readErrorCode(error) === assetReleasedState)
    return referenceErrors.asset_released({ cause: error })
  return isDatabaseAway(error)
    ? commonErrors.unavailable({ cause: error, details: { retryAfterSeconds: 2 } })
    : error
}

import { errors } from '@nats-io/transport-node'

/**
 * Returns true if NATS refused the operation because the connection's user lacks the permission.
 */
export function isRefusal(error: unknown): error is Error {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof errors.PermissionViolationError) return true
  }
  return false
}

import { channel } from 'node:diagnostics_channel'
import {
  type Access,
  AppError,
  declaresError,
  hasScope,
  type Operation,
  type OrgPrincipal,
  type Principal,
  refuseAssistant,
  requireAdmin,
  requireOrg,
  requirePrincipal,
  requireRole,
  requireScope,
} from '@atrium/contracts'

type Scoped = Pick<Operation, 'method' | 'tag' | 'changes' | 'anyScope' | 'assistants'>

/** The principal type for an operation with this access. */
export type PrincipalOf<A extends Access> = A extends 'org' | 'admin' | 'owner'
  ? OrgPrincipal
  : A extends 'user' | 'operator'
    ? Principal
    : Principal | null

/**
 * Enforces an operation's `access`, `assistants` and scopes before anything else. If an `optional`
 * operation gets a credential without its scope, the caller counts as anonymous. Throws
 * `unauthenticated` (401), `no_active_org` (400) or `forbidden` (403).
 */
export function authorise<A extends Access>(
  operation: Scoped & { readonly access: A },
  principal: Principal | null,
): PrincipalOf<A>
export function authorise(
  operation: Scoped & Pick<Operation, 'access'>,
  principal: Principal | null,
): Principal | null {
  const { access } = operation
  if (access !== 'public' && access !== 'optional') requireScope(principal, operation)
  refuseAssistant(principal, operation)
  switch (access) {
    case 'public':
      return principal
    case 'optional':
      return hasScope(principal, operation) ? principal : null
    case 'user':
      return requirePrincipal(principal)
    case 'org':
      return requireOrg(principal)
    case 'admin':
    case 'owner':
      return requireRole(principal, access)
    case 'operator':
      return requireAdmin(principal)
  }
}

/**
 * Carries `{ operation, code }` for each error code that its operation does not declare. Tests
 * subscribe.
 */
const undeclaredErrors = channel('atrium:undeclared-error')

/** Publishes an error if its operation does not declare the code. Returns the error. */
export function noteUndeclared(operation: Operation, error: unknown): unknown {
  if (error instanceof AppError && !declaresError(operation, error.code)) {
    undeclaredErrors.publish({ operation: operation.id, code: error.code })
  }
  return error
}

import { z } from 'zod'
import { commonErrors } from '../errors/common.ts'
import type { Operation } from './operation.ts'
import { scopesFor } from './scopes.ts'

export const orgRoles = ['owner', 'admin', 'member'] as const
export type OrgRole = (typeof orgRoles)[number]

/**
 * The authenticated caller. The gateway resolves it with identity and passes it to the services.
 */
export const Principal = z.object({
  userId: z.string(),
  orgId: z.string().nullable(),
  role: z.enum(orgRoles).nullable(),
  isAdmin: z.boolean(),
  via: z.enum(['session', 'api_key', 'mcp']),
  /** The session, key or grant, for limits and revocation. */
  credentialId: z.string(),
  /**
   * The credential's limits in addition to the role. A credential without scopes has no such limit.
   */
  scopes: z.array(z.string()).optional(),
})
export type Principal = z.infer<typeof Principal>

/** A principal with an active organisation. */
export type OrgPrincipal = Principal & { orgId: string; role: OrgRole }

/** Returns the principal. Throws `unauthenticated` (401) if there is none. */
export function requirePrincipal(principal: Principal | null): Principal {
  if (principal === null) throw commonErrors.unauthenticated()
  return principal
}

/**
 * Requires a principal with an active organisation. Throws `unauthenticated` (401) or
 * `no_active_org` (400).
 */
export function requireOrg(principal: Principal | null): OrgPrincipal {
  const caller = requirePrincipal(principal)
  if (caller.orgId === null || caller.role === null) throw commonErrors.no_active_org()
  return { ...caller, orgId: caller.orgId, role: caller.role }
}

const rank: Readonly<Record<OrgRole, number>> = { member: 0, admin: 1, owner: 2 }

/** Returns true if a role is at least the other one: owner above admin above member. */
export const roleAtLeast = (role: OrgRole, minimum: OrgRole): boolean => rank[role] >= rank[minimum]

/**
 * Requires at least this role in the active organisation. Throws `unauthenticated` (401),
 * `no_active_org` (400) or `forbidden` (403).
 */
export function requireRole(principal: Principal | null, minimum: OrgRole): OrgPrincipal {
  const caller = requireOrg(principal)
  if (!roleAtLeast(caller.role, minimum)) throw commonErrors.forbidden()
  return caller
}

type Scoped = Pick<Operation, 'tag' | 'method' | 'changes' | 'anyScope'>

/**
 * Returns true if the credential's scopes include an operation. A caller without scopes is not
 * limited.
 */
export function hasScope(principal: Principal | null, operation: Scoped): boolean {
  const scopes = principal?.scopes
  if (scopes === undefined || operation.anyScope === true) return true
  return scopesFor(operation).some((scope) => scopes.includes(scope))
}

/** Throws `forbidden` (403) unless the credential's scopes include the operation. */
export function requireScope(principal: Principal | null, operation: Scoped): void {
  if (hasScope(principal, operation)) return
  const enough = scopesFor(operation).join(', ')
  throw commonErrors.forbidden({ message: `This credential has none of the scopes ${enough}` })
}

/**
 * Throws `forbidden` (403) if an assistant calls an operation reserved for people and their
 * programs.
 */
export function refuseAssistant(
  principal: Principal | null,
  { assistants }: Pick<Operation, 'assistants'>,
): void {
  if (assistants !== false || principal?.via !== 'mcp') return
  throw commonErrors.forbidden({ message: 'Assistants cannot do this. Sign in to the dashboard.' })
}

/**
 * Requires an operator's session. Keys and tokens never have operator power. Throws `forbidden`
 * (403).
 */
export function requireAdmin(principal: Principal | null): Principal {
  const caller = requirePrincipal(principal)
  if (!caller.isAdmin || caller.via !== 'session') {
    throw commonErrors.forbidden({
      message: 'Only an administrator of this installation can do this',
    })
  }
  return caller
}

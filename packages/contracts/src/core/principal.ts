import { z } from 'zod'
import { commonErrors } from '../errors/common.ts'
import type { Operation } from './operation.ts'
import { scopesFor } from './scopes.ts'

export const orgRoles = ['owner', 'admin', 'member'] as const
export type OrgRole = (typeof orgRoles)[number]

/** The caller, as the gateway states it to the services after asking identity. */
export const Principal = z.object({
  userId: z.string(),
  orgId: z.string().nullable(),
  role: z.enum(orgRoles).nullable(),
  isAdmin: z.boolean(),
  via: z.enum(['session', 'api_key', 'mcp']),
  /** The session, key or grant that proved it, for limits and revocation. */
  credentialId: z.string(),
  /** The limits of the credential, beside the role; a credential without scopes has no such limit. */
  scopes: z.array(z.string()).optional(),
})
export type Principal = z.infer<typeof Principal>

/** A principal that acts inside an org. */
export type OrgPrincipal = Principal & { orgId: string; role: OrgRole }

/** Requires a caller. Throws `unauthenticated` (401). */
export function requirePrincipal(principal: Principal | null): Principal {
  if (principal === null) throw commonErrors.unauthenticated()
  return principal
}

/** Requires a caller with an active org. Throws `unauthenticated` (401) or `no_active_org` (400). */
export function requireOrg(principal: Principal | null): OrgPrincipal {
  const caller = requirePrincipal(principal)
  if (caller.orgId === null || caller.role === null) throw commonErrors.no_active_org()
  return { ...caller, orgId: caller.orgId, role: caller.role }
}

const rank: Readonly<Record<OrgRole, number>> = { member: 0, admin: 1, owner: 2 }

/** Whether a role is at least another one: owner above admin above member. */
export const roleAtLeast = (role: OrgRole, minimum: OrgRole): boolean => rank[role] >= rank[minimum]

/** Requires at least this role in the active org. Throws also `forbidden` (403). */
export function requireRole(principal: Principal | null, minimum: OrgRole): OrgPrincipal {
  const caller = requireOrg(principal)
  if (!roleAtLeast(caller.role, minimum)) throw commonErrors.forbidden()
  return caller
}

type Scoped = Pick<Operation, 'tag' | 'method' | 'changes' | 'anyScope'>

/** Whether the scopes of a credential include an operation; a caller without scopes is not limited by them. */
export function hasScope(principal: Principal | null, operation: Scoped): boolean {
  const scopes = principal?.scopes
  if (scopes === undefined || operation.anyScope === true) return true
  return scopesFor(operation).some((scope) => scopes.includes(scope))
}

/** Requires a credential whose scopes include an operation. Throws `forbidden` (403). */
export function requireScope(principal: Principal | null, operation: Scoped): void {
  if (hasScope(principal, operation)) return
  const enough = scopesFor(operation).join(', ')
  throw commonErrors.forbidden({ message: `This credential has none of the scopes ${enough}` })
}

/** Refuses an assistant where an operation is for people and their own programs. Throws `forbidden` (403). */
export function refuseAssistant(
  principal: Principal | null,
  { assistants }: Pick<Operation, 'assistants'>,
): void {
  if (assistants !== false || principal?.via !== 'mcp') return
  throw commonErrors.forbidden({ message: 'This is not for assistants' })
}

/** Requires an operator's own session: no key or token carries that power. Throws `forbidden` (403). */
export function requireAdmin(principal: Principal | null): Principal {
  const caller = requirePrincipal(principal)
  if (!caller.isAdmin || caller.via !== 'session') {
    throw commonErrors.forbidden({
      message: 'Only an administrator of the deployment who is signed in may do this',
    })
  }
  return caller
}

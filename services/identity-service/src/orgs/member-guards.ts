import { z } from 'zod'
import type { Deps } from '../deps.ts'
import {
  type HookContext,
  parseOrRefuse,
  refuse,
  requireCaller,
  requireOrgId,
} from '../guards/hook-context.ts'
import { findMemberRole, findRole } from './members.db.ts'
import { notAMember, OneRole } from './org-guards.ts'

const Removal = z.object({ memberIdOrEmail: z.string(), organizationId: z.string().optional() })
const RoleChange = z.object({ role: OneRole, organizationId: z.string().optional() })
const Leaving = z.object({ organizationId: z.string() })

/** Accepts a role change only from a member, and only to one of the three roles. */
export async function checkRoleChange(deps: Deps, context: HookContext) {
  const { role, organizationId } = parseOrRefuse(RoleChange, context.body)
  await requireMember(deps, context, organizationId)
  return { context: { body: { role } } }
}

/**
 * Lets only members remove members, and only owners remove owners. better-auth would report a
 * missing last owner as the reason.
 */
export async function checkRemoval(deps: Deps, context: HookContext): Promise<void> {
  const { memberIdOrEmail: target, organizationId } = parseOrRefuse(Removal, context.body)
  const { orgId, role } = await requireMember(deps, context, organizationId)
  if (role === 'owner' || (await findMemberRole(deps.db, { orgId, target })) !== 'owner') return
  throw refuse(
    'FORBIDDEN',
    'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
    'Only owners can remove owners',
  )
}

/** Lets members leave their org, and tells other users nothing about the org. */
export async function checkLeaving(deps: Deps, context: HookContext): Promise<void> {
  await requireMember(deps, context, parseOrRefuse(Leaving, context.body).organizationId)
}

/**
 * Returns the caller's role in the named org, or else in the active one. Throws 401, 400 if there
 * is no org, and 403 if the caller is no member.
 */
async function requireMember(deps: Deps, context: HookContext, named: string | undefined) {
  const caller = await requireCaller(context)
  const orgId = requireOrgId(named, caller)
  const role = await findRole(deps.db, { orgId, userId: caller.userId })
  if (role === undefined) throw notAMember()
  return { orgId, role }
}

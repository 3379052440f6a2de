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

/** A member's new role is one of the three, given by a member. */
export async function checkRoleChange(deps: Deps, context: HookContext) {
  const { role, organizationId } = parseOrRefuse(RoleChange, context.body)
  await requireMember(deps, context, organizationId)
  return { context: { body: { role } } }
}

/** Members remove members, and owners alone remove owners: better-auth would name the last owner as the reason. */
export async function checkRemoval(deps: Deps, context: HookContext): Promise<void> {
  const { memberIdOrEmail: target, organizationId } = parseOrRefuse(Removal, context.body)
  const { orgId, role } = await requireMember(deps, context, organizationId)
  if (role === 'owner' || (await findMemberRole(deps.db, { orgId, target })) !== 'owner') return
  throw refuse('FORBIDDEN', 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER', 'Only owners remove owners')
}

/** Members leave their orgs; others learn nothing of an org. */
export async function checkLeaving(deps: Deps, context: HookContext): Promise<void> {
  await requireMember(deps, context, parseOrRefuse(Leaving, context.body).organizationId)
}

/** The caller's role in the org that is named, else in the active one. Throws 401, 400 without an org, 403. */
async function requireMember(deps: Deps, context: HookContext, named: string | undefined) {
  const caller = await requireCaller(context)
  const orgId = requireOrgId(named, caller)
  const role = await findRole(deps.db, { orgId, userId: caller.userId })
  if (role === undefined) throw notAMember()
  return { orgId, role }
}

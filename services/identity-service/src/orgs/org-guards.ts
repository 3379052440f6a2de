import { EmailAddress, type OrgRole, orgRoles, roleAtLeast, visible } from '@atrium/contracts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import {
  type HookContext,
  parseOrRefuse,
  refuse,
  requireCaller,
  WebAddress,
} from '../guards/hook-context.ts'
import { organizationLimit } from '../guards/organization-limit.ts'
import { countInvitationMail } from '../mails/invitation-mail.ts'
import { findRole, listInvitedRoles } from './members.db.ts'
import { findOrgId, mayCreateOrg } from './orgs.db.ts'
import { requireMemberRoom } from './plan-guards.ts'

/**
 * Exactly one of the three roles. better-auth would also accept a list, or a role with spaces
 * around it.
 */
export const OneRole = z.union([
  z.enum(orgRoles),
  z.tuple([z.enum(orgRoles)]).transform(([role]) => role),
])
const Invite = z.object({
  email: EmailAddress,
  role: OneRole,
  organizationId: z.string().optional(),
})
const Wanted = z
  .looseObject({ organizationId: z.string().nullish(), organizationSlug: z.string().nullish() })
  .nullish()
const Target = z.object({ organizationId: z.string().optional() }).nullish()

// A slug is part of public addresses and must not look like an id.
const Slug = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$/, 'Use at most 100 letters, digits and .-_~')
  .refine(
    (slug) => !/^[a-z]+_[0-9a-f]{32}$/.test(slug),
    'This web address looks like an ID. Choose another one.',
  )
const Name = z.string().trim().min(1).max(200).regex(visible, { error: 'Enter a name' })
const Metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 8_192, 'Enter at most 8 KiB')
  .optional()
const NewOrg = z.object({
  name: Name,
  slug: Slug,
  logo: WebAddress.nullish(),
  metadata: Metadata,
})
export const OrgChange = z.object({
  data: NewOrg.partial().refine(
    (data) => Object.values(data).some((value) => value !== undefined),
    'Name what to change',
  ),
})

/**
 * Rejects a foreign org before better-auth does, because better-auth would also deactivate the
 * caller's active org.
 */
export async function checkWantedOrg(deps: Deps, context: HookContext): Promise<void> {
  const { organizationId, organizationSlug } =
    parseOrRefuse(Wanted, context.body ?? context.query) ?? {}
  const bySlug =
    typeof organizationSlug === 'string' ? await findOrgId(deps.db, organizationSlug) : undefined
  const wanted = [organizationId, bySlug].filter((id) => typeof id === 'string')
  if (wanted.length === 0) return
  const { userId } = await requireCaller(context)
  for (const orgId of wanted) {
    if ((await findRole(deps.db, { orgId, userId })) === undefined) throw notAMember()
  }
}

/** Rejects a new organisation before any row is written. Throws 403 `organisation_limit`. */
export async function checkNewOrg(deps: Deps, context: HookContext): Promise<void> {
  parseOrRefuse(NewOrg, context.body)
  const { userId } = await requireCaller(context)
  if (await mayCreateOrg(deps.db, userId)) return
  throw refuse('FORBIDDEN', organizationLimit.code, organizationLimit.message)
}

export const notAMember = () =>
  refuse(
    'FORBIDDEN',
    'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    'You are not a member of this organisation',
  )

/**
 * Checks an invitation. Nobody may resend an invitation to a role above their own, because the
 * response contains the invitation's id, and the id is the proof of the invitation. Throws 402 if
 * the plan is full, 403 if the caller may not invite to this role, and 409 or 429 if a limit is
 * reached.
 */
export async function checkInvite(deps: Deps, context: HookContext) {
  const { email, role, organizationId } = parseOrRefuse(Invite, context.body)
  const caller = await requireCaller(context)
  const orgId = organizationId ?? caller.activeOrgId
  if (orgId !== undefined) {
    const ownRole = await findRole(deps.db, { orgId, userId: caller.userId })
    if (ownRole === undefined) throw notAMember()
    const offered = await listInvitedRoles(deps.db, { orgId, email: email.toLowerCase() })
    if (offered.some((other) => !roleAtLeast(ownRole, other))) {
      throw refuse(
        'FORBIDDEN',
        'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
        'You cannot invite somebody to a higher role than yours',
      )
    }
    // A member may not invite and should learn nothing about the plan.
    if (ownRole !== 'member') {
      await requireMemberRoom(deps, orgId)
      await countInvitationMail(deps, context, { orgId, email })
    }
  }
  return { context: { body: { role } } }
}

/** Throws 403 if the caller is neither owner nor admin. */
export async function checkInvitationList(deps: Deps, context: HookContext): Promise<void> {
  const role = await roleOfCaller(deps, context)
  if (role === 'member') {
    throw refuse('FORBIDDEN', 'NOT_ALLOWED', 'Only owners and admins can see invitations')
  }
}

async function roleOfCaller(deps: Deps, context: HookContext): Promise<OrgRole | undefined> {
  const caller = await requireCaller(context)
  const orgId = parseOrRefuse(Target, context.query)?.organizationId ?? caller.activeOrgId
  return orgId === undefined ? undefined : findRole(deps.db, { orgId, userId: caller.userId })
}

const Invitations = z.array(z.looseObject({ role: z.string().nullish() }))
const FullOrg = z.looseObject({ id: z.string(), invitations: Invitations })

type Invited = z.output<typeof Invitations>[number]

// Knowing an invitation's id is as good as having the offered role.
const mayHandle = (ownRole: OrgRole | undefined, { role }: Invited): boolean =>
  ownRole !== undefined && ownRole !== 'member' && (ownRole === 'owner' || role !== 'owner')

/** Removes invitations to a role above the caller's from a list. */
export async function filterInvitationList(deps: Deps, context: HookContext, answer: unknown) {
  const list = Invitations.safeParse(answer)
  if (!list.success) return undefined
  const ownRole = await roleOfCaller(deps, context)
  return list.data.filter((invitation) => mayHandle(ownRole, invitation))
}

/** Removes invitations to a role above the caller's from an organisation. */
export async function filterFullOrg(deps: Deps, context: HookContext, answer: unknown) {
  const org = FullOrg.safeParse(answer)
  if (!org.success) return undefined
  const { userId } = await requireCaller(context)
  const ownRole = await findRole(deps.db, { orgId: org.data.id, userId })
  return {
    ...org.data,
    invitations: org.data.invitations.filter((invitation) => mayHandle(ownRole, invitation)),
  }
}

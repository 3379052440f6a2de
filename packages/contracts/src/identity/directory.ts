import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { orgRoles } from '../core/principal.ts'

export const FindUserByEmail = defineRpc({
  subject: 'identity.find-user-by-email',
  description:
    'The account with this address, whatever its case, and the org that it joined first; none while the address is not trusted',
  input: z.object({ email: z.string().min(1).max(320) }),
  output: z.object({
    user: z
      .object({
        userId: z.string(),
        name: z.string(),
        email: z.string(),
        /** Null if the account has no membership. */
        orgId: z.string().nullable(),
      })
      .nullable(),
  }),
  timeoutMs: 3_000,
})

export const FindOrg = defineRpc({
  subject: 'identity.find-org',
  description: 'The org with this slug or id, and its first owner',
  input: z.object({ slugOrId: z.string().min(1).max(200) }),
  output: z.object({
    org: z
      .object({ orgId: z.string(), name: z.string(), slug: z.string(), ownerId: z.string() })
      .nullable(),
  }),
  timeoutMs: 3_000,
})

export const RoleOf = defineRpc({
  subject: 'identity.role-of',
  description: 'The role of a user in an org at this moment; null for somebody who is no member',
  input: z.object({ orgId: z.string(), userId: z.string() }),
  output: z.object({ role: z.enum(orgRoles).nullable() }),
  timeoutMs: 3_000,
})

export const FindMember = defineRpc({
  subject: 'identity.find-member',
  description: 'The member of an org with this address, whatever its case; null if there is none',
  input: z.object({ orgId: z.string(), email: z.string().min(1).max(320) }),
  output: z.object({
    member: z.object({ userId: z.string(), name: z.string(), email: z.string() }).nullable(),
  }),
  timeoutMs: 3_000,
})

export const UsersByIds = defineRpc({
  subject: 'identity.users-by-ids',
  description: 'The names of these accounts; those that are gone are absent',
  input: z.object({ userIds: z.array(z.string()).max(200) }),
  output: z.object({ users: z.array(z.object({ id: z.string(), name: z.string() })) }),
  timeoutMs: 3_000,
})

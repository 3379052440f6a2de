import { z } from 'zod'
import {
  defineDomainEvent,
  defineInternalEvent,
  defineLiveEvent,
  defineRpc,
} from '../core/messages.ts'
import { Principal } from '../core/principal.ts'

export const UserSignedUp = defineInternalEvent('user.signed_up', 'Somebody created an account', {
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
})

export const OrgCreated = defineInternalEvent('org.created', 'An organisation was created', {
  orgId: z.string(),
  name: z.string(),
  slug: z.string(),
  ownerId: z.string(),
})

export const OrgMemberJoined = defineDomainEvent(
  'org.member_joined',
  'Somebody joined an organisation',
  {
    orgId: z.string().describe('The organisation’s id.'),
    userId: z.string().describe('The new member’s user id.'),
    name: z.string().describe('The member’s name.'),
    email: z.string().describe('The member’s email address.'),
    role: z.string().describe('`owner`, `admin` or `member`.'),
  },
)

export const OrgMemberLeft = defineLiveEvent(
  'org.member_left',
  'Somebody left an organisation, was removed from it, or deleted the account; the org stands',
  { orgId: z.string(), userId: z.string() },
)

export const AccessChanged = defineInternalEvent(
  'user.access_changed',
  'A session or API key ended, or a session, key or role allows something else; open streams are checked at once',
  { userId: z.string() },
)

export const OrgMemberInvited = defineInternalEvent(
  'org.member_invited',
  'Somebody was invited to an organisation, or the invitation is to be sent again',
  { orgId: z.string(), invitationId: z.string() },
)

export const OrgDeleted = defineInternalEvent(
  'org.deleted',
  'An organisation was purged; every service removes what it owns of it',
  { orgId: z.string() },
)

/** `anonymous`: no credential was sent. `rejected`: the credential is invalid. */
export const ResolvedPrincipal = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('anonymous') }),
  z.object({ outcome: z.literal('rejected') }),
  z.object({ outcome: z.literal('authenticated'), principal: Principal }),
])
export type ResolvedPrincipal = z.infer<typeof ResolvedPrincipal>

/**
 * What the caller sent: an assistant's access token, otherwise the `x-api-key` header, otherwise
 * the session cookie.
 */
export const CallerCredentials = z.object({
  sessionCookie: z.string().optional(),
  apiKey: z.string().optional(),
  accessToken: z.string().optional(),
})
export type CallerCredentials = z.infer<typeof CallerCredentials>

/** Resolves several at once because every request needs one and requests come in bursts. */
export const ResolvePrincipals = defineRpc({
  subject: 'identity.resolve-principals',
  description:
    'Who the holders of session cookies, API keys or access tokens are, right now; the answers in the order of the questions',
  input: z.object({ credentials: z.array(CallerCredentials).min(1).max(100) }),
  output: z.object({ resolved: z.array(ResolvedPrincipal) }),
  timeoutMs: 3_000,
})

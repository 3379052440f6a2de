import type { OrgRole } from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { shownAtOnce } from '../../platform/records/queries.ts'
import { get, post } from '../../platform/session/better-auth.ts'

export interface OrgMember {
  readonly id: string
  readonly userId: string
  readonly role: OrgRole
  readonly createdAt: string
  readonly user: { readonly name: string; readonly email: string }
}

/** An invitation as owners and admins see it. */
export interface OpenInvitation {
  readonly id: string
  readonly email: string
  readonly role: OrgRole
  readonly status: string
  readonly expiresAt: string
}

// An organisation cannot have more members than this.
const limit = '1000'

/** Reads the members, oldest membership first. */
export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId],
    queryFn: async () => {
      const query = new URLSearchParams({
        organizationId,
        limit,
        sortBy: 'createdAt',
        sortDirection: 'asc',
      })
      return (await get<{ members: OrgMember[] }>(`/organization/list-members?${query}`)).members
    },
  })

/** Reads the pending invitations, newest first. Only owners and admins can read them. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['invitations', organizationId],
    queryFn: async () => {
      const query = new URLSearchParams({ organizationId })
      const all = await get<OpenInvitation[]>(`/organization/list-invitations?${query}`)
      return all
        .filter(({ status }) => status === 'pending')
        .sort((a, b) => b.expiresAt.localeCompare(a.expiresAt))
    },
  })

interface RoleChange {
  readonly memberId: string
  readonly role: OrgRole
}

/** Changes a member's role. The change shows at once and rolls back if the platform rejects it. */
export const changeRoleMutation = (queryClient: QueryClient, organizationId: string) =>
  mutationOptions({
    mutationFn: ({ memberId, role }: RoleChange) =>
      post('/organization/update-member-role', { organizationId, memberId, role }),
    ...shownAtOnce(
      queryClient,
      membersQuery(organizationId),
      (members, { memberId, role }: RoleChange) =>
        members.map((member) => (member.id === memberId ? { ...member, role } : member)),
    ),
    // The user may have changed their own role.
    onSettled: () =>
      Promise.all(
        [['members'], ['me']].map((key) => queryClient.invalidateQueries({ queryKey: key })),
      ),
  })

/** Removes a member. The member's API keys and invitations end. */
export const removeMemberMutation = (queryClient: QueryClient, organizationId: string) =>
  mutationOptions({
    mutationFn: (memberIdOrEmail: string) =>
      post('/organization/remove-member', { organizationId, memberIdOrEmail }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  })

interface NewInvitation {
  readonly email: string
  readonly role: OrgRole
  readonly resend?: boolean
}

const invite = (organizationId: string, invitation: NewInvitation): Promise<OpenInvitation> =>
  post<OpenInvitation>('/organization/invite-member', { organizationId, ...invitation })

/** Invites an email address, or sends the invitation again. */
export const inviteMutation = (queryClient: QueryClient, organizationId: string) =>
  mutationOptions({
    mutationFn: (invitation: NewInvitation) => invite(organizationId, invitation),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  })

/**
 * Invites several email addresses with one role, one after the other. Returns the
 * refused addresses with their reasons.
 */
export const inviteAllMutation = (queryClient: QueryClient, organizationId: string) =>
  mutationOptions({
    mutationFn: async ({ emails, role }: { emails: readonly string[]; role: OrgRole }) => {
      const refused: { email: string; error: unknown }[] = []
      for (const email of emails) {
        try {
          await invite(organizationId, { email, role })
        } catch (error) {
          refused.push({ email, error })
        }
      }
      return refused
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  })

export const revokeInvitationMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (invitationId: string) => post('/organization/cancel-invitation', { invitationId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  })

/** Returns the URL that the invitation mail links to. */
export const invitationLink = ({ id, email }: Pick<OpenInvitation, 'id' | 'email'>): string =>
  `${window.location.origin}/accept-invitation?${new URLSearchParams({ id, email })}`

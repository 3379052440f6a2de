import type { OrgRole } from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { get, post } from '../platform/better-auth.ts'
import { shownAtOnce } from '../platform/shown-at-once.ts'

/** A member of the active organisation. */
export interface OrgMember {
  readonly id: string
  readonly userId: string
  readonly role: OrgRole
  readonly createdAt: string
  readonly user: { readonly name: string; readonly email: string }
}

/** An invitation as those who invite see it. */
export interface OpenInvitation {
  readonly id: string
  readonly email: string
  readonly role: OrgRole
  readonly status: string
  readonly expiresAt: string
}

// An organisation has no more members.
const limit = '1000'

/** The members, the longest-standing first. */
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

/** The invitations that wait for an answer, the newest first; for owners and admins. */
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

/** Gives a member another role; it shows at once and goes back when it is refused. */
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
    // The person's own role is part of it.
    onSettled: () =>
      Promise.all(
        [['members'], ['me']].map((key) => queryClient.invalidateQueries({ queryKey: key })),
      ),
  })

/** Removes a member; keys and invitations of theirs end. */
export const removeMemberMutation = (queryClient: QueryClient, organizationId: string) =>
  mutationOptions({
    mutationFn: (memberIdOrEmail: string) =>
      post('/organization/remove-member', { organizationId, memberIdOrEmail }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  })

/** Invites an address, or sends its invitation again. */
export const inviteMutation = (queryClient: QueryClient, organizationId: string) =>
  mutationOptions({
    mutationFn: (invitation: { email: string; role: OrgRole; resend?: boolean }) =>
      post<OpenInvitation>('/organization/invite-member', { organizationId, ...invitation }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  })

/** Takes an invitation back. */
export const revokeInvitationMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (invitationId: string) => post('/organization/cancel-invitation', { invitationId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  })

/** The address that an invitation's mail leads to. */
export const invitationLink = (id: string): string =>
  `${window.location.origin}/accept-invitation?${new URLSearchParams({ id })}`

import { type ExampleStep, from } from './example-step.ts'

const apprentice = 'apprentice@example.com'
const password = 'a long passphrase of your own'
const ofOrg = { organizationId: from('org.id') }

const organisation: readonly ExampleStep[] = [
  { operation: 'authPostOrganizationCheckSlug', body: { slug: 'corner-bakery' } },
  {
    operation: 'authPostOrganizationCreate',
    name: 'second',
    body: { name: 'Corner Bakery', slug: 'corner-bakery' },
  },
  { operation: 'authPostOrganizationSetActive', body: ofOrg },
  { operation: 'authGetOrganizationList' },
  { operation: 'authGetOrganizationGetOrganization', query: ofOrg },
  { operation: 'authGetOrganizationGetFullOrganization', query: ofOrg },
  {
    operation: 'authPostOrganizationUpdate',
    body: { ...ofOrg, data: { name: 'Example Bakery & Café' } },
  },
  { operation: 'authGetOrganizationGetActiveMember' },
  { operation: 'authGetOrganizationGetActiveMemberRole' },
  {
    operation: 'authPostOrganizationHasPermission',
    body: { permissions: { invitation: ['create'] } },
  },
]

const members: readonly ExampleStep[] = [
  {
    operation: 'authPostOrganizationInviteMember',
    name: 'invitation',
    body: { email: apprentice, role: 'member' },
  },
  { operation: 'authGetOrganizationListInvitations' },
  {
    operation: 'authGetOrganizationListUserInvitations',
    as: 'guest',
    before: async ({ client, mailTo }) => {
      const guest = client('guest')
      await guest.auth.signUp({ name: 'Apprentice', email: apprentice, password })
      await guest.request('/api/auth/send-verification-email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: apprentice }),
      })
      const mail = await mailTo(apprentice, '/api/auth/verify-email')
      await guest.request(
        `/api/auth/verify-email?token=${/verify-email\?token=([^&\s]+)/.exec(mail)?.[1]}`,
      )
    },
  },
  {
    operation: 'authGetOrganizationGetInvitation',
    as: 'guest',
    query: { id: from('invitation.id') },
  },
  {
    operation: 'authPostOrganizationAcceptInvitation',
    as: 'guest',
    name: 'accepted',
    body: { invitationId: from('invitation.id') },
  },
  { operation: 'authGetOrganizationListMembers', query: { limit: 25 } },
  {
    operation: 'authPostOrganizationUpdateMemberRole',
    body: { memberId: from('accepted.member.id'), role: 'admin' },
  },
  {
    operation: 'authPostOrganizationRemoveMember',
    body: { memberIdOrEmail: from('accepted.member.id') },
  },
  {
    operation: 'authPostOrganizationRejectInvitation',
    as: 'guest',
    before: async ({ client }, seen) =>
      seen.keep(
        'declined',
        await client('owner').auth.inviteMember({ email: apprentice, role: 'member' }),
      ),
    body: { invitationId: from('declined.id') },
  },
  {
    operation: 'authPostOrganizationCancelInvitation',
    before: async ({ client }, seen) =>
      seen.keep(
        'withdrawn',
        await client('owner').auth.inviteMember({ email: 'courier@example.com', role: 'member' }),
      ),
    body: { invitationId: from('withdrawn.id') },
  },
  { operation: 'authPostOrganizationLeave', as: 'member', body: ofOrg },
  { operation: 'authPostOrganizationDelete', body: { organizationId: from('second.id') } },
]

const keys: readonly ExampleStep[] = [
  {
    operation: 'authPostApiKeyCreate',
    name: 'made',
    body: {
      name: 'Web shop',
      metadata: { role: 'member', scopes: ['board:read', 'assets:write'] },
    },
  },
  { operation: 'authGetApiKeyList', query: ofOrg },
  { operation: 'authGetApiKeyGet', query: { id: from('made.id') } },
  { operation: 'authPostApiKeyUpdate', body: { keyId: from('made.id'), name: 'Web shop, new' } },
  { operation: 'authPostApiKeyDelete', body: { keyId: from('made.id') } },
]

/** An organisation with its members, invitations and API keys. */
export const organisationExamples: readonly ExampleStep[] = [...organisation, ...members, ...keys]

/** The principal, the settings, and the end of an organisation. */
export const identityExamples: readonly ExampleStep[] = [
  { operation: 'getAuthProviders' },
  { operation: 'getMe', as: 'key' },
  { operation: 'getOrgSettings' },
  { operation: 'updateOrgSettings' },
  { operation: 'getUserSettings' },
  { operation: 'updateUserSettings' },
  {
    operation: 'purgeOrg',
    as: 'guest',
    before: async ({ client }, seen) => {
      const { auth } = client('guest')
      await auth.signUp({ name: 'Founder', email: 'founder@example.com', password })
      seen.keep('closing', await auth.createOrg({ name: 'Summer Stall', slug: 'summer-stall' }))
    },
  },
]

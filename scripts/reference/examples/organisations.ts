import type { ExampleStep } from './example-step.ts'

const apprentice = 'apprentice@example.com'
const password = 'a long passphrase of your own'
const ofOrg = (seen: { text(path: string): string }) => ({ organizationId: seen.text('org.id') })

const organisation: readonly ExampleStep[] = [
  { operation: 'authPostOrganizationCheckSlug', request: () => ({ body: { slug: 'corner-bakery' } }) },
  {
    operation: 'authPostOrganizationCreate',
    name: 'second',
    request: () => ({ body: { name: 'Corner Bakery', slug: 'corner-bakery' } }),
  },
  { operation: 'authPostOrganizationSetActive', request: (seen) => ({ body: ofOrg(seen) }) },
  { operation: 'authGetOrganizationList' },
  { operation: 'authGetOrganizationGetOrganization', request: (seen) => ({ query: ofOrg(seen) }) },
  { operation: 'authGetOrganizationGetFullOrganization', request: (seen) => ({ query: ofOrg(seen) }) },
  {
    operation: 'authPostOrganizationUpdate',
    request: (seen) => ({ body: { ...ofOrg(seen), data: { name: 'Example Bakery & Café' } } }),
  },
  { operation: 'authGetOrganizationGetActiveMember' },
  { operation: 'authGetOrganizationGetActiveMemberRole' },
  {
    operation: 'authPostOrganizationHasPermission',
    request: () => ({ body: { permissions: { invitation: ['create'] } } }),
  },
]

const members: readonly ExampleStep[] = [
  {
    operation: 'authPostOrganizationInviteMember',
    name: 'invitation',
    request: () => ({ body: { email: apprentice, role: 'member' } }),
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
      await guest.request(`/api/auth/verify-email?token=${/verify-email\?token=([^&\s]+)/.exec(mail)?.[1]}`)
    },
  },
  {
    operation: 'authGetOrganizationGetInvitation',
    as: 'guest',
    request: (seen) => ({ query: { id: seen.text('invitation.id') } }),
  },
  {
    operation: 'authPostOrganizationAcceptInvitation',
    as: 'guest',
    name: 'accepted',
    request: (seen) => ({ body: { invitationId: seen.text('invitation.id') } }),
  },
  { operation: 'authGetOrganizationListMembers', request: () => ({ query: { limit: 25 } }) },
  {
    operation: 'authPostOrganizationUpdateMemberRole',
    request: (seen) => ({ body: { memberId: seen.text('accepted.member.id'), role: 'admin' } }),
  },
  {
    operation: 'authPostOrganizationRemoveMember',
    request: (seen) => ({ body: { memberIdOrEmail: seen.text('accepted.member.id') } }),
  },
  {
    operation: 'authPostOrganizationRejectInvitation',
    as: 'guest',
    before: async ({ client }, seen) =>
      seen.keep('declined', await client('owner').auth.inviteMember({ email: apprentice, role: 'member' })),
    request: (seen) => ({ body: { invitationId: seen.text('declined.id') } }),
  },
  {
    operation: 'authPostOrganizationCancelInvitation',
    before: async ({ client }, seen) =>
      seen.keep(
        'withdrawn',
        await client('owner').auth.inviteMember({ email: 'courier@example.com', role: 'member' }),
      ),
    request: (seen) => ({ body: { invitationId: seen.text('withdrawn.id') } }),
  },
  { operation: 'authPostOrganizationLeave', as: 'member', request: (seen) => ({ body: ofOrg(seen) }) },
  {
    operation: 'authPostOrganizationDelete',
    request: (seen) => ({ body: { organizationId: seen.text('second.id') } }),
  },
]

const keys: readonly ExampleStep[] = [
  {
    operation: 'authPostApiKeyCreate',
    name: 'made',
    request: () => ({
      body: { name: 'Web shop', metadata: { role: 'member', scopes: ['board:read', 'assets:write'] } },
    }),
  },
  { operation: 'authGetApiKeyList', request: (seen) => ({ query: ofOrg(seen) }) },
  { operation: 'authGetApiKeyGet', request: (seen) => ({ query: { id: seen.text('made.id') } }) },
  {
    operation: 'authPostApiKeyUpdate',
    request: (seen) => ({ body: { keyId: seen.text('made.id'), name: 'Web shop, new' } }),
  },
  {
    operation: 'authPostApiKeyDelete',
    request: (seen) => ({ body: { keyId: seen.text('made.id') } }),
  },
]

/** An organisation with its members, invitations and API keys. */
export const organisationExamples: readonly ExampleStep[] = [...organisation, ...members, ...keys]

/** The caller, the settings, and the end of an organisation. */
export const identityExamples: readonly ExampleStep[] = [
  { operation: 'getAuthProviders', as: 'nobody' },
  { operation: 'getMe', as: 'key' },
  { operation: 'getOrgSettings' },
  {
    operation: 'updateOrgSettings',
    request: () => ({ body: { timezone: 'Europe/Paris', locale: 'fr-FR', brandColor: '#2f6feb' } }),
  },
  { operation: 'getUserSettings' },
  { operation: 'updateUserSettings', request: () => ({ body: { theme: 'dark', timezone: 'Europe/Paris' } }) },
  {
    operation: 'purgeOrg',
    as: 'guest',
    before: async ({ client }, seen) => {
      const { auth } = client('guest')
      await auth.signUp({ name: 'Founder', email: 'founder@example.com', password })
      seen.keep('closing', await auth.createOrg({ name: 'Summer Stall', slug: 'summer-stall' }))
    },
    request: (seen) => ({ params: { id: seen.text('closing.id') } }),
  },
]

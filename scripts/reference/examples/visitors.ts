import type { ExampleStep } from './example-step.ts'

/** Visitors' requests for a quote and for support. */
export const visitorExamples: readonly ExampleStep[] = [
  {
    operation: 'deleteQuotes',
    as: 'operator',
    // The administrator acts in an organisation as its member.
    before: async ({ client }, seen) => {
      const { id } = await client('owner').auth.inviteMember({
        email: seen.text('operator.email'),
        role: 'admin',
      })
      await client('operator').auth.acceptInvitation(id)
      await client('operator').auth.setActiveOrg(seen.text('org.id'))
    },
  },
  // Support mails go to the administrator's organisation.
  { operation: 'contactSupport' },
]

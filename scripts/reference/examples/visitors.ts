import { type ExampleStep, from } from './example-step.ts'

/** Visitors' requests for a quote and for support. */
export const visitorExamples: readonly ExampleStep[] = [
  {
    operation: 'submitQuote',
    name: 'quote',
    as: 'nobody',
    body: {
      org: from('org.slug'),
      name: 'Harbour Café',
      email: 'kitchen@example.com',
      message: 'Forty rolls every morning from May to September, please.',
    },
  },
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
    body: { ids: [from('quote.id')] },
  },
  {
    operation: 'contactSupport',
    as: 'nobody',
    body: {
      name: 'Harbour Café',
      email: 'kitchen@example.com',
      subject: 'Moving to another address',
      message: 'We move in March. Does the address on older invoices stay as it is?',
    },
  },
]

import type { ExampleStep } from './example-step.ts'

/** The customers of an organisation, and what it sells. */
export const catalogSteps: readonly ExampleStep[] = [
  {
    operation: 'createCustomer',
    name: 'customer',
    request: () => ({
      body: {
        name: 'Harbour Café',
        email: 'accounts@cafe.example.com',
        billingLine1: '12 quai du Port',
        billingPostalCode: '13002',
        billingCity: 'Marseille',
        billingCountry: 'FR',
        // A number that cannot exist: its check digits are wrong.
        taxId: 'FR40987654321',
        currency: 'EUR',
      },
    }),
  },
  { operation: 'listCustomers', request: () => ({ query: { q: 'harbour', limit: 10 } }) },
  { operation: 'getCustomer', request: (seen) => ({ params: { id: seen.text('customer.id') } }) },
  {
    operation: 'updateCustomer',
    request: (seen) => ({ params: { id: seen.text('customer.id') }, body: { language: 'en' } }),
  },
  {
    operation: 'createCustomer',
    name: 'closedCustomer',
    request: () => ({ body: { name: 'Station Kiosk', email: 'kiosk@example.com' } }),
  },
  { operation: 'deleteCustomer', request: (seen) => ({ params: { id: seen.text('closedCustomer.id') } }) },
  {
    operation: 'createOffer',
    name: 'delivery',
    request: () => ({
      body: {
        name: 'Bread delivery',
        description: 'Fresh bread at your door, six days a week',
        priceCents: 19_000,
        billingModel: 'recurring',
        interval: 'month',
        slug: 'bread-delivery',
      },
    }),
  },
  {
    operation: 'createOffer',
    name: 'course',
    request: () => ({ body: { name: 'Baking course', priceCents: 8_900, billingModel: 'one_off' } }),
  },
  { operation: 'listOffers', request: () => ({ query: { status: 'active', limit: 10 } }) },
  { operation: 'getOffer', request: (seen) => ({ params: { id: seen.text('delivery.id') } }) },
  {
    operation: 'updateOffer',
    request: (seen) => ({
      params: { id: seen.text('delivery.id') },
      body: { description: 'Fresh bread at your door, seven days a week' },
    }),
  },
  {
    operation: 'listPublicOffers',
    as: 'nobody',
    request: (seen) => ({ params: { orgSlug: seen.text('org.slug') }, query: { limit: 10 } }),
  },
  {
    operation: 'getPublicOffer',
    as: 'nobody',
    request: (seen) => ({ params: { orgSlug: seen.text('org.slug'), slug: 'bread-delivery' } }),
  },
  {
    operation: 'checkoutOffer',
    as: 'nobody',
    request: (seen) => ({
      params: { orgSlug: seen.text('org.slug'), slug: 'baking-course' },
      body: { email: 'buyer@example.com' },
    }),
  },
  { operation: 'archiveOffer', request: (seen) => ({ params: { id: seen.text('course.id') } }) },
]

import { type ExampleStep, from, one } from './example-step.ts'

/** An organisation's customers and products. */
export const catalogSteps: readonly ExampleStep[] = [
  {
    operation: 'createCustomer',
    name: 'customer',
    body: {
      name: 'Harbour Café',
      email: 'accounts@cafe.example.com',
      billingLine1: '12 quai du Port',
      billingPostalCode: '13002',
      billingCity: 'Marseille',
      billingCountry: 'FR',
      // An impossible number, because its check digits are wrong.
      taxId: 'FR40987654321',
      currency: 'EUR',
      contactName: 'Ada Marin',
      phone: '+33 4 91 00 00 00',
      emails: { cc: ['books@cafe.example.com'] },
    },
  },
  { operation: 'listCustomers', query: { q: 'harbour', limit: 10 } },
  { operation: 'getCustomer', ...one('customer') },
  { operation: 'updateCustomer', ...one('customer'), body: { language: 'en' } },
  {
    operation: 'createCustomer',
    name: 'closedCustomer',
    body: { name: 'Station Kiosk', email: 'kiosk@example.com' },
  },
  { operation: 'deleteCustomer', ...one('closedCustomer') },
  {
    operation: 'createCustomer',
    name: 'doubleCustomer',
    body: { name: 'Harbour Cafe', email: 'harbour@example.com' },
  },
  {
    operation: 'mergeCustomer',
    ...one('doubleCustomer'),
    body: { into: from('customer.id') },
  },
  {
    operation: 'getCustomerStatement',
    ...one('customer'),
    query: { from: '2026-01-01', to: '2026-03-31' },
  },
  {
    operation: 'createCustomer',
    name: 'formerCustomer',
    body: { name: 'Ada Marin', email: 'ada@example.com' },
  },
  { operation: 'anonymiseCustomer', ...one('formerCustomer') },
  {
    operation: 'importCustomers',
    form: {
      file: new File(
        ['Name,Email,Phone,Country\nPort Café,hello@port.example.com,+33 4 91 00 00 01,France\n'],
        'customers.csv',
      ),
      dryRun: 'true',
    },
  },
  {
    operation: 'createOffer',
    name: 'delivery',
    body: {
      name: 'Bread delivery',
      description: 'Fresh bread at your door, six days a week',
      priceCents: 19_000,
      billingModel: 'recurring',
      interval: 'month',
      slug: 'bread-delivery',
    },
  },
  {
    operation: 'createOffer',
    name: 'course',
    body: { name: 'Baking course', priceCents: 8_900, billingModel: 'one_off' },
  },
  { operation: 'listOffers', query: { status: 'active', limit: 10 } },
  { operation: 'getOffer', ...one('delivery') },
  {
    operation: 'updateOffer',
    ...one('delivery'),
    body: { description: 'Fresh bread at your door, seven days a week' },
  },
  {
    operation: 'listPublicOffers',
    as: 'nobody',
    params: { orgSlug: from('org.slug') },
    query: { limit: 10 },
  },
  {
    operation: 'getPublicOffer',
    as: 'nobody',
    params: { orgSlug: from('org.slug'), slug: 'bread-delivery' },
  },
  {
    operation: 'checkoutOffer',
    as: 'nobody',
    params: { orgSlug: from('org.slug'), slug: 'baking-course' },
    body: { email: 'buyer@example.com' },
  },
  { operation: 'archiveOffer', ...one('course') },
]

import type { ExampleStep } from './example-step.ts'

/** An organisation's customers and products. */
export const catalogSteps: readonly ExampleStep[] = [
  { operation: 'createCustomer' },
  { operation: 'listCustomers' },
  { operation: 'getCustomer' },
  { operation: 'updateCustomer' },
  {
    operation: 'createCustomer',
    name: 'closedCustomer',
    body: { name: 'Station Kiosk', email: 'kiosk@example.com' },
  },
  { operation: 'deleteCustomer' },
  {
    operation: 'createCustomer',
    name: 'doubleCustomer',
    body: { name: 'Harbour Cafe', email: 'harbour@example.com' },
  },
  { operation: 'mergeCustomer' },
  { operation: 'getCustomerStatement' },
  {
    operation: 'createCustomer',
    name: 'formerCustomer',
    body: { name: 'Ada Marin', email: 'ada@example.com' },
  },
  { operation: 'anonymiseCustomer' },
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
  { operation: 'createOffer' },
  {
    operation: 'createOffer',
    name: 'course',
    body: { name: 'Baking course', priceCents: 8_900, billingModel: 'one_off' },
  },
  { operation: 'listOffers' },
  { operation: 'getOffer' },
  { operation: 'updateOffer' },
  { operation: 'listPublicOffers' },
  { operation: 'getPublicOffer' },
  { operation: 'checkoutOffer', as: 'nobody' },
  { operation: 'archiveOffer' },
]

import { type ExampleStep, from, one } from './example-step.ts'

const visited = (name: string) => ({
  as: 'nobody' as const,
  params: { token: from(`${name}.publicToken`) },
})

/** An estimate that is accepted and invoiced, and one that is declined. */
export const estimateSteps: readonly ExampleStep[] = [
  {
    operation: 'createEstimate',
    name: 'estimate',
    body: {
      customerId: from('customer.id'),
      lineItems: [
        { description: 'Wedding cake, four tiers', quantity: 1, unitAmountCents: 46_000 },
      ],
      vatRateBps: 550,
      validUntil: '2100-03-31',
    },
  },
  { operation: 'getEstimate', ...one('estimate') },
  {
    operation: 'updateEstimate',
    ...one('estimate'),
    body: { lineItems: [{ description: 'Wedding cake', quantity: 1, unitAmountCents: 42_000 }] },
  },
  { operation: 'previewEstimateMail', ...one('estimate'), body: { message: 'As discussed.' } },
  { operation: 'sendEstimate', name: 'sentEstimate', ...one('estimate') },
  { operation: 'getEstimatePdf', ...one('estimate') },
  { operation: 'getPublicEstimate', ...visited('sentEstimate') },
  { operation: 'getPublicEstimatePdf', ...visited('sentEstimate') },
  { operation: 'acceptEstimate', ...visited('sentEstimate'), body: { name: 'Camille Duval' } },
  { operation: 'invoiceEstimate', ...one('estimate') },
  {
    operation: 'listEstimateTimeline',
    ...one('estimate'),
    query: { sortDir: 'asc', limit: 10 },
  },
  { operation: 'listEstimates', query: { limit: 10 } },
  {
    operation: 'createEstimate',
    name: 'other',
    body: {
      customerId: from('customer.id'),
      lineItems: [{ description: 'Two tarts', quantity: 2, unitAmountCents: 2_400 }],
      vatRateBps: 550,
    },
  },
  { operation: 'sendEstimate', name: 'sentOther', ...one('other') },
  {
    operation: 'declineEstimate',
    ...visited('sentOther'),
    body: { reason: 'We found another date' },
  },
  {
    operation: 'createEstimate',
    name: 'unwanted',
    body: {
      customerId: from('customer.id'),
      lineItems: [{ description: 'Rolls', quantity: 10, unitAmountCents: 45 }],
      vatRateBps: 550,
    },
  },
  { operation: 'deleteEstimate', ...one('unwanted') },
]

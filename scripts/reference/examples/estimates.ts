import { type ExampleStep, from, one } from './example-step.ts'

/** An estimate that is accepted and invoiced, and one that is declined. */
export const estimateSteps: readonly ExampleStep[] = [
  { operation: 'createEstimate' },
  { operation: 'getEstimate' },
  { operation: 'updateEstimate' },
  { operation: 'previewEstimateMail' },
  { operation: 'sendEstimate' },
  { operation: 'getEstimatePdf' },
  { operation: 'getPublicEstimate' },
  { operation: 'getPublicEstimatePdf' },
  { operation: 'acceptEstimate' },
  { operation: 'invoiceEstimate' },
  { operation: 'listEstimateTimeline' },
  { operation: 'listEstimates' },
  {
    operation: 'createEstimate',
    name: 'other',
    body: {
      customerId: from('createCustomer.id'),
      lineItems: [{ description: 'Two tarts', quantity: 2, unitAmountCents: 2_400 }],
      vatRateBps: 550,
    },
  },
  { operation: 'sendEstimate', name: 'sentOther', ...one('other') },
  { operation: 'declineEstimate' },
  {
    operation: 'createEstimate',
    name: 'unwanted',
    body: {
      customerId: from('createCustomer.id'),
      lineItems: [{ description: 'Rolls', quantity: 10, unitAmountCents: 45 }],
      vatRateBps: 550,
    },
  },
  { operation: 'deleteEstimate' },
]

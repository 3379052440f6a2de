import { type ExampleStep, from, one } from './example-step.ts'
import { billWhatIsDue } from './money-states.ts'

const schedule = one('schedule')

/** A customer's monthly billing. */
export const scheduleSteps: readonly ExampleStep[] = [
  {
    operation: 'createSchedule',
    name: 'schedule',
    body: {
      customerId: from('customer.id'),
      offerId: from('delivery.id'),
      vatRateBps: 550,
    },
  },
  {
    operation: 'getSchedule',
    name: 'billed',
    before: billWhatIsDue,
    ...schedule,
    query: { limit: 10 },
  },
  { operation: 'listSchedules', query: { limit: 10 } },
  { operation: 'updateSchedule', ...schedule, body: { periods: 12, vatRateBps: 2_000 } },
  { operation: 'previewSchedule', ...schedule },
  { operation: 'pauseSchedule', ...schedule },
  { operation: 'resumeSchedule', ...schedule, body: { catchUp: false } },
  { operation: 'updateOffer', ...one('delivery'), body: { priceCents: 19_800 } },
  { operation: 'adoptOffer', ...schedule, body: { announce: true } },
  // A voided invoice leaves its period unbilled.
  { operation: 'voidInvoice', params: { id: from('billed.invoices.0.id') } },
  { operation: 'retrySchedule', ...schedule },
  { operation: 'listScheduleTimeline', ...schedule, query: { sortDir: 'asc', limit: 10 } },
  { operation: 'cancelSchedule', ...schedule },
]

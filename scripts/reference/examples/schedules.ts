import type { Seen } from '../seen.ts'
import type { ExampleStep } from './example-step.ts'
import { billWhatIsDue } from './money-states.ts'

const schedule = (seen: Seen) => ({ params: { id: seen.text('schedule.id') } })

/** The monthly billing of a customer. */
export const scheduleSteps: readonly ExampleStep[] = [
  {
    operation: 'createSchedule',
    name: 'schedule',
    request: (seen) => ({
      body: {
        customerId: seen.text('customer.id'),
        offerId: seen.text('delivery.id'),
        vatRateBps: 550,
      },
    }),
  },
  {
    operation: 'getSchedule',
    name: 'billed',
    before: billWhatIsDue,
    request: (seen) => ({ ...schedule(seen), query: { limit: 10 } }),
  },
  { operation: 'listSchedules', request: () => ({ query: { limit: 10 } }) },
  { operation: 'updateSchedule', request: (seen) => ({ ...schedule(seen), body: { periods: 12 } }) },
  { operation: 'pauseSchedule', request: schedule },
  { operation: 'resumeSchedule', request: (seen) => ({ ...schedule(seen), body: { catchUp: false } }) },
  {
    operation: 'updateOffer',
    request: (seen) => ({ params: { id: seen.text('delivery.id') }, body: { priceCents: 19_800 } }),
  },
  { operation: 'adoptOffer', request: (seen) => ({ ...schedule(seen), body: { announce: true } }) },
  // A voided invoice leaves its period unbilled.
  { operation: 'voidInvoice', request: (seen) => ({ params: { id: seen.text('billed.invoices.0.id') } }) },
  { operation: 'retrySchedule', request: schedule },
  {
    operation: 'listScheduleTimeline',
    request: (seen) => ({ ...schedule(seen), query: { sortDir: 'asc', limit: 10 } }),
  },
  { operation: 'cancelSchedule', request: schedule },
]

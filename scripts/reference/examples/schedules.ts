import { type ExampleStep, from, one } from './example-step.ts'
import { billWhatIsDue } from './money-states.ts'

/** A customer's monthly billing. */
export const scheduleSteps: readonly ExampleStep[] = [
  { operation: 'createSchedule' },
  {
    operation: 'getSchedule',
    before: billWhatIsDue,
  },
  { operation: 'listSchedules' },
  { operation: 'updateSchedule' },
  { operation: 'previewSchedule' },
  { operation: 'pauseSchedule' },
  { operation: 'resumeSchedule' },
  { operation: 'updateOffer', ...one('createOffer'), body: { priceCents: 19_800 } },
  { operation: 'adoptOffer' },
  // A voided invoice leaves its period unbilled.
  { operation: 'voidInvoice', params: { id: from('getSchedule.invoices.0.id') } },
  { operation: 'retrySchedule' },
  { operation: 'listScheduleTimeline' },
  { operation: 'cancelSchedule' },
]

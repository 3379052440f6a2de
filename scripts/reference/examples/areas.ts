import type { ExampleStep } from './example-step.ts'
import { invoicingExamples } from './invoicing.ts'
import { planExamples } from './plans.ts'
import { platformExamples } from './platform.ts'
import { ticketExamples } from './tickets.ts'

/** The areas of the reference, each with its story; the file of the recorded examples has the area's name. */
export const exampleAreas: readonly { readonly area: string; readonly steps: readonly ExampleStep[] }[] = [
  { area: 'invoicing', steps: invoicingExamples },
  { area: 'plans', steps: planExamples },
  { area: 'platform', steps: platformExamples },
  { area: 'tickets', steps: ticketExamples },
]

import type { RecordedExamples } from '../recorded-example.ts'
import invoicing from './invoicing.json' with { type: 'json' }
import plans from './plans.json' with { type: 'json' }
import platform from './platform.json' with { type: 'json' }
import tickets from './tickets.json' with { type: 'json' }

/** The examples of all areas. */
export const recordedExamples: RecordedExamples = {
  ...(invoicing as RecordedExamples),
  ...(plans as RecordedExamples),
  ...(platform as RecordedExamples),
  ...(tickets as RecordedExamples),
}

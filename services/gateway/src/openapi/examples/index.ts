import type { RecordedExamples } from '../recorded-example.ts'
import platform from './platform.json' with { type: 'json' }

/** The examples of all areas. */
export const recordedExamples: RecordedExamples = {
  ...(platform as RecordedExamples),
}

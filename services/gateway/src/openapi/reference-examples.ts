import type { RecordedExamples } from './recorded-example.ts'

export type { RecordedExample, RecordedExamples } from './recorded-example.ts'

/** Loads the examples of all areas. They are loaded only when the document is first requested. */
export const readExamples = async (): Promise<RecordedExamples> =>
  Object.assign({}, ...Object.values(await import('./examples/index.ts')))

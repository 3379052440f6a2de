import type { RecordedExamples } from './recorded-example.ts'

export type { RecordedExample, RecordedExamples } from './recorded-example.ts'

/** The examples of all areas; loaded when the document is first asked for. */
export const readExamples = async (): Promise<RecordedExamples> =>
  Object.assign({}, ...Object.values(await import('./examples/index.ts')))

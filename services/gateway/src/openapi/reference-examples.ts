export type { RecordedExample, RecordedExamples } from './recorded-example.ts'

/** The examples of the reference; loaded when the document is first asked for. */
export const readExamples = async () => (await import('./examples/index.ts')).recordedExamples

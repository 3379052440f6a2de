import type { Term } from './terms.ts'

/** What an expression can refer to. */
export interface Names {
  /** Returns true if the file has a step with this name. */
  hasStep(name: string): boolean
  /** The name of the workflow. */
  workflow: string
  /** Returns a term as a filter's argument. Undefined if it cannot be one. */
  write(term: Term): string | undefined
  /** Takes what differs from n8n in a translated part. */
  addDifference(text: string): void
}

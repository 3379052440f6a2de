import type { ExampleStep } from './example-step.ts'

/** A page is public until it is unpublished. */
export const siteExamples: readonly ExampleStep[] = [
  { operation: 'publishSite' },
  { operation: 'getPublicSite' },
  { operation: 'unpublishSite' },
]

import type { ExampleStep } from './example-step.ts'
import { platformExamples } from './platform.ts'

/** The areas of the reference, each with its story; the file of the recorded examples has the area's name. */
export const exampleAreas: readonly { readonly area: string; readonly steps: readonly ExampleStep[] }[] = [
  { area: 'platform', steps: platformExamples },
]

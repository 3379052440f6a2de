import type { WorkflowItem } from '@atrium/contracts'

const mostColumns = 30

/** The fields of a sample, in the order in which its items have them. */
export const sampleColumns = (items: readonly WorkflowItem[]): readonly string[] =>
  [...new Set(items.flatMap(({ json }) => Object.keys(json)))].slice(0, mostColumns)

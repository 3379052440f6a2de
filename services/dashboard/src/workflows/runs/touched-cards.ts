import type { WorkflowItem } from '@atrium/contracts'

/** The cards that items of a sample name, each once. */
export const touchedCards = (items: readonly WorkflowItem[]): readonly string[] => [
  ...new Set(
    items.flatMap(({ json: { taskId } }) => (typeof taskId === 'string' && taskId !== '' ? [taskId] : [])),
  ),
]

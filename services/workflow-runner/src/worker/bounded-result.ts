import type { WorkflowItem } from '@atrium/contracts'
import type { RunResult } from '../database.ts'

/** The most characters of a result; docs/reference/workflows.md, "Called workflows". */
const mostCharacters = 1024 * 1024

/** The first items of a called run that fit into its row. */
export function boundedResult(items: readonly WorkflowItem[]): RunResult {
  const kept: WorkflowItem[] = []
  let characters = 0
  for (const item of items) {
    characters += JSON.stringify(item).length
    if (characters > mostCharacters) break
    kept.push(item)
  }
  return { items: kept, truncated: kept.length < items.length }
}

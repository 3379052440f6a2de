import type { WorkflowItem } from '@atrium/contracts'
import type { RunResult } from '../database.ts'
import { weightOf } from '../engine/index.ts'

/** The most characters of a result; docs/reference/workflows.md, "Waiting and called workflows". */
const mostCharacters = 1024 * 1024
// An item beyond it is not serialized, which would take one long step.
const heaviest = 4 * mostCharacters

export function boundedResult(items: readonly WorkflowItem[]): { result: RunResult; characters: number } {
  const kept: WorkflowItem[] = []
  let characters = 0
  for (const item of items) {
    if (weightOf(item, heaviest) > heaviest) break
    const length = JSON.stringify(item).length
    if (characters + length > mostCharacters) break
    characters += length
    kept.push(item)
  }
  return { result: { items: kept, truncated: kept.length < items.length }, characters }
}

import type { WorkflowItem } from '@atrium/contracts'
import type { RunResult } from '../database.ts'
import { measureWeight, type RunOutcome } from '../engine/index.ts'

/** The most characters of a result; docs/reference/workflows.md, "Waiting and called workflows". */
const mostCharacters = 1024 * 1024
// An item beyond it is not serialized, which would take one long step.
const heaviest = 4 * mostCharacters
/** The most items that a called run may name as left, and about the characters of one. */
const mostLeft = 1_000
const charactersOfLeft = 500

export function boundedResult({ items, origins, left }: NonNullable<RunOutcome['result']>): {
  result: RunResult
  characters: number
} {
  const kept: WorkflowItem[] = []
  let characters = 0
  for (const item of items) {
    if (measureWeight(item, heaviest) > heaviest) break
    const length = JSON.stringify(item).length
    if (characters + length > mostCharacters) break
    characters += length
    kept.push(item)
  }
  const result = {
    items: kept,
    truncated: kept.length < items.length,
    origins: origins.slice(0, kept.length),
    left: left.slice(0, mostLeft),
  }
  return { result, characters: characters + result.left.length * charactersOfLeft }
}

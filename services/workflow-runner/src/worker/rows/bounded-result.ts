import type { WorkflowItem } from '@atrium/contracts'
import type { RunResult } from '../../database.ts'
import { measureWeight, type RunOutcome } from '../../engine/index.ts'

/** The character limit of a result; docs/reference/workflows.md, "Waiting and called workflows". */
const mostCharacters = 1024 * 1024
// Heavier items are not serialized, because serializing one would block the event loop for long.
const heaviest = 4 * mostCharacters
/**
 * How many items a called run may list as left out. The next constant estimates the characters of
 * each.
 */
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
    leftTruncated: left.length > mostLeft,
  }
  return { result, characters: characters + result.left.length * charactersOfLeft }
}

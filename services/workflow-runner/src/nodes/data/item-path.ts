import type { WorkflowItem } from '@atrium/contracts'
import { listProblem } from '@atrium/workflow-rules'
import { z } from 'zod'
import { ownPath } from '../../engine/index.ts'

const steps = /[^.[\]]+/g

/**
 * Splits the path of a parameter into steps, for example `address.city`, `lines[0].price` or
 * `$json.city`.
 */
export const splitPath = (path: string): string[] => {
  const text = path.trim()
  return (text.startsWith('$json.') ? text.slice(6) : text).match(steps) ?? []
}

/**
 * Returns a function that reads an item's field by its exact name, or else by its path. Conditions
 * do the same.
 */
export function fieldReader(path: string): (item: WorkflowItem) => unknown {
  const name = path.trim()
  const inside = splitPath(path)
  return (item) => ownPath(item.json, [name]) ?? ownPath(item.json, inside)
}

/** Creates the parameter for the field that a node writes. */
export const intoParam = (usual: string) =>
  z
    .string()
    .min(1)
    .max(200)
    .default(usual)
    .describe('The field to write, or a path such as address.city')

/** Returns the problem of a field to write. */
export const intoProblems = ({ into }: { into: string }) =>
  listProblem('into', splitPath(into).length === 0 ? 'This is not a field name' : undefined)

export const distinctPaths = (paths: readonly string[]): string[] => [
  ...new Map(paths.map((path) => [JSON.stringify(splitPath(path)), path])).values(),
]

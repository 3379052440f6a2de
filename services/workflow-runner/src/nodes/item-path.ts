import type { WorkflowItem } from '@atrium/contracts'
import { ownPath } from '../engine/index.ts'

const steps = /[^.[\]]+/g

/** The steps of a path of a parameter: `address.city`, `lines[0].price`, or with `$json.` in front. */
export const splitPath = (path: string): string[] => {
  const text = path.trim()
  return (text.startsWith('$json.') ? text.slice(6) : text).match(steps) ?? []
}

/** Reads a field of an item by its name, or else by its path, as conditions do. */
export function fieldReader(path: string): (item: WorkflowItem) => unknown {
  const name = path.trim()
  const inside = splitPath(path)
  return (item) => ownPath(item.json, [name]) ?? ownPath(item.json, inside)
}

export const distinctPaths = (paths: readonly string[]): string[] => [
  ...new Map(paths.map((path) => [JSON.stringify(splitPath(path)), path])).values(),
]

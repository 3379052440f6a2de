import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { readFilters } from './filters/filter-call.ts'
import { isRecord } from './own-property.ts'
import { readReference, skipBlanks } from './reference.ts'

/** Writes a name with quotes for an expression. */
export const quoteName = (name: string): string => `'${name.replace(/[\\']/g, '\\$&')}'`

type NewNames = ReadonlyMap<string, string>

function inText(text: string, names: NewNames): string {
  if (!text.includes('$node[')) return text
  let written = ''
  let from = 0
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', open + 2)) {
    for (const at of listPaths(text, skipBlanks(text, open + 2))) {
      const found = readReference(text, at)
      const name = found?.node == null ? undefined : names.get(found.node)
      if (found === undefined || name === undefined || name === found.node || at < from) continue
      const path = found.source.slice(found.source.indexOf('].json'))
      written += `${text.slice(from, at)}$node[${quoteName(name)}${path}`
      from = found.end
    }
  }
  return written + text.slice(from)
}

// Returns where an expression's path begins, and the paths in its filter arguments.
function listPaths(text: string, at: number): number[] {
  const found = readReference(text, at)
  return found === undefined ? [] : [at, ...(readFilters(text, found.end)?.paths ?? [])]
}

function inValue(value: unknown, names: NewNames): unknown {
  if (typeof value === 'string') return inText(value, names)
  if (Array.isArray(value)) {
    const members = value.map((member) => inValue(member, names))
    return members.every((member, at) => member === value[at]) ? value : members
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  const written = entries.map(([key, member]) => [key, inValue(member, names)] as const)
  return written.every(([, member], at) => member === entries[at]?.[1])
    ? value
    : Object.fromEntries(written)
}

/** Renames nodes in a node's expressions. Returns the node itself if nothing changes. */
export function renameReferences(node: WorkflowNode, names: NewNames): WorkflowNode {
  const params = inValue(node.params, names) as WorkflowNode['params']
  return params === node.params ? node : { ...node, params }
}

/**
 * Updates expressions after node renames from `before` to `after`. Keeps a name if some node in
 * `after` has it, because the expression may mean that node.
 */
export function followRenames(before: WorkflowGraph, after: WorkflowGraph): WorkflowGraph {
  const taken = new Set(after.nodes.map(({ name }) => name))
  const newNames = new Map(after.nodes.map(({ id, name }) => [id, name]))
  const names = new Map<string, string>()
  // A stored graph may hold anything.
  const { nodes = [] }: Partial<WorkflowGraph> = before
  for (const { id, name } of nodes) {
    const renamed = newNames.get(id)
    if (renamed !== undefined && !taken.has(name)) names.set(name, renamed)
  }
  if (names.size === 0) return after
  return { ...after, nodes: after.nodes.map((node) => renameReferences(node, names)) }
}

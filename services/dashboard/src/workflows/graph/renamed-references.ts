import type { WorkflowNode } from '@atrium/contracts'
import { isRecord, readReference, skipBlanks } from '@atrium/workflow-rules'

/** A name between quotes of an expression. */
export const quoted = (name: string): string => `'${name.replace(/[\\']/g, '\\$&')}'`

type NewNames = ReadonlyMap<string, string>

function inText(text: string, names: NewNames): string {
  if (!text.includes('$node[')) return text
  let written = ''
  let from = 0
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', open + 2)) {
    const at = skipBlanks(text, open + 2)
    const found = readReference(text, at)
    const name = found?.node == null ? undefined : names.get(found.node)
    if (found === undefined || name === undefined || name === found.node) continue
    const path = found.source.slice(found.source.indexOf('].json'))
    written += `${text.slice(from, at)}$node[${quoted(name)}${path}`
    from = found.end
  }
  return written + text.slice(from)
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
  return written.every(([, member], at) => member === entries[at]?.[1]) ? value : Object.fromEntries(written)
}

/** A node whose expressions name other nodes by their new names; the node itself when nothing changes. */
export function renamedReferences(node: WorkflowNode, names: NewNames): WorkflowNode {
  const params = inValue(node.params, names) as WorkflowNode['params']
  return params === node.params ? node : { ...node, params }
}

import type { WorkflowNode } from '@atrium/contracts'
import { isRecord, readReference, skipBlanks } from '@atrium/workflow-rules'

/** A name between quotes of an expression. */
export const quoted = (name: string): string => `'${name.replace(/[\\']/g, '\\$&')}'`

function inText(text: string, before: string, name: string): string {
  if (!text.includes('$node[')) return text
  let written = ''
  let from = 0
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', open + 2)) {
    const at = skipBlanks(text, open + 2)
    const found = readReference(text, at)
    if (found?.node !== before) continue
    const path = found.source.slice(found.source.indexOf('].json'))
    written += `${text.slice(from, at)}$node[${quoted(name)}${path}`
    from = found.end
  }
  return written + text.slice(from)
}

function inValue(value: unknown, before: string, name: string): unknown {
  if (typeof value === 'string') return inText(value, before, name)
  if (Array.isArray(value)) {
    const members = value.map((member) => inValue(member, before, name))
    return members.every((member, at) => member === value[at]) ? value : members
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value)
  const written = entries.map(([key, member]) => [key, inValue(member, before, name)] as const)
  return written.every(([, member], at) => member === entries[at]?.[1]) ? value : Object.fromEntries(written)
}

/** A node whose expressions name another node by its new name; the node itself when none does. */
export function renamedReferences(node: WorkflowNode, before: string, name: string): WorkflowNode {
  const params = inValue(node.params, before, name) as WorkflowNode['params']
  return params === node.params ? node : { ...node, params }
}

import type { MarkupNode } from './parse-markup.ts'

/**
 * Returns the fields that markup shows for a list's items, in order of first use. Empty if each
 * item is one text. `outer` contains the template's variable names, because an item may show them
 * as well.
 */
export function listFields(
  nodes: readonly MarkupNode[],
  list: string,
  outer: ReadonlySet<string>,
): readonly string[] {
  const fields = new Set<string>()
  const note = ([first = '']: readonly string[]): void => {
    if (first !== 'this' && first !== 'index' && !outer.has(first)) fields.add(first)
  }
  const walk = (within: readonly MarkupNode[], isInside: boolean): void => {
    for (const node of within) {
      if (node.type === 'text') continue
      if (isInside) note(node.path)
      if (node.type === 'if') walk([...node.yes, ...node.no], isInside)
      // A list nested inside the items has its own fields.
      else if (node.type === 'each' && !isInside) {
        walk(node.body, node.path.length === 1 && node.path[0] === list)
        walk(node.empty, false)
      }
    }
  }
  walk(nodes, false)
  return [...fields]
}

/** Returns the names that markup uses outside list items, in order of first use. */
export function usedNames(
  nodes: readonly MarkupNode[],
): ReadonlyArray<{ readonly name: string; readonly isList: boolean }> {
  const names = new Map<string, boolean>()
  const walk = (within: readonly MarkupNode[]): void => {
    for (const node of within) {
      if (node.type === 'text') continue
      const [name = ''] = node.path
      names.set(name, names.get(name) === true || node.type === 'each')
      if (node.type === 'if') walk([...node.yes, ...node.no])
      else if (node.type === 'each') walk(node.empty)
    }
  }
  walk(nodes)
  return [...names].map(([name, isList]) => ({ name, isList }))
}

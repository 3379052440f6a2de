import type { MarkupNode } from './parse-markup.ts'

/**
 * The members that markup shows of the items of a list, in the order of their first use; empty for items that are one
 * text. `outer` are the names of the template's variables, which an item may show, too.
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
      // The items of a list in the items have members of their own.
      else if (node.type === 'each' && !isInside) {
        walk(node.body, node.path.length === 1 && node.path[0] === list)
        walk(node.empty, false)
      }
    }
  }
  walk(nodes, false)
  return [...fields]
}

/** The names that markup uses outside of the items of a list, in the order of their first use. */
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

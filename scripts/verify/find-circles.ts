import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** One import of another file in the repository. */
export interface Import {
  from: string
  to: string
  /** True if only types are imported. */
  typeOnly: boolean
}

/**
 * Finds a file's relative imports, including `import()` and re-exports. Paths are as git lists
 * them.
 */
export function readImports(file: string, source: string): Import[] {
  const { module } = parseSync(file, source)
  const folder = posix.dirname(file)
  const found: Import[] = []
  const add = (specifier: string, typeOnly: boolean) => {
    if (specifier.startsWith('.'))
      found.push({ from: file, to: posix.join(folder, specifier), typeOnly })
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType))
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) add(moduleRequest.value, isType)
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const [, specifier] =
      /^(['"`])([^'"`$]+)\1$/
        .exec(source.slice(moduleRequest.start, moduleRequest.end))
        ?.slice(1) ?? []
    if (specifier !== undefined) add(specifier, false)
  }
  return found
}

/** Returns the strongly connected components with at least two nodes (Tarjan), sorted. */
export function findCircles(edges: ReadonlyArray<readonly [from: string, to: string]>): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of edges) {
    const targets = next.get(from) ?? new Set()
    next.set(from, targets.add(to))
  }
  const order = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (node: string): number => {
    const mine = order.size
    order.set(node, mine)
    let low = mine
    open.push(node)
    for (const target of next.get(node) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? mine)
    }
    if (low === mine) {
      const group = open.splice(open.indexOf(node))
      if (group.length > 1) circles.push(group.sort())
    }
    return low
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node)
  return circles.sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''))
}

/**
 * Returns a file's feature folder (`services/board-service/src/cards`), or undefined if the file is
 * outside these folders.
 */
export const findRoom = (file: string): string | undefined =>
  /^((?:packages|services)\/[^/]+\/src\/[^/]+)\/./.exec(file)?.[1]

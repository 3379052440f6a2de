import type { DomNode } from './dom.ts'

/** Counts the nodes of a tree and its depth. Uses no recursion, because hostile trees are deep. */
export function domSize(root: DomNode): { nodes: number; depth: number } {
  let node: DomNode | null = root
  let nodes = 0
  let depth = 0
  let deepest = 0
  let down = true
  while (node !== null) {
    if (down) {
      nodes += 1
      if (depth > deepest) deepest = depth
      if (node.firstChild !== null) {
        node = node.firstChild
        depth += 1
        continue
      }
    }
    if (node === root) break
    down = node.nextSibling !== null
    if (!down) depth -= 1
    node = node.nextSibling ?? node.parentNode
  }
  return { nodes, depth: deepest }
}

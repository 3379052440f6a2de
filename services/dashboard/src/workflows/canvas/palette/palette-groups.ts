import type { NodeCategory, NodeDescriptor } from '@atrium/contracts'
import type { Palette } from '../../graph/graph.ts'

const order = [
  'trigger',
  'ingest',
  'decide',
  'enrich',
  'act',
] as const satisfies readonly NodeCategory[]

/**
 * Ranks a match: first the beginning of a name, then any part of a name or type, then the
 * description.
 */
function rankNode({ label, type, description }: NodeDescriptor, word: string): number {
  const name = label.toLowerCase()
  if (name.startsWith(word)) return 0
  if (name.includes(word) || type.includes(word)) return 1
  return description.toLowerCase().includes(word) ? 2 : 3
}
const noMatch = 3

/**
 * Returns the matching nodes by group. The group with the best match comes first, and so does the
 * best match in each group. Every word must occur.
 */
export function paletteGroups(
  palette: Palette,
  typed: string,
): readonly { readonly category: NodeCategory; readonly nodes: readonly NodeDescriptor[] }[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = [...palette.values()]
    .map((node) => ({ node, rank: Math.max(0, ...words.map((word) => rankNode(node, word))) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((one, other) => one.rank - other.rank)
  return order
    .map((category) => ({
      category,
      found: found.filter(({ node }) => node.category === category),
    }))
    .filter((group) => group.found.length > 0)
    .sort((one, other) => (one.found[0]?.rank ?? noMatch) - (other.found[0]?.rank ?? noMatch))
    .map((group) => ({ category: group.category, nodes: group.found.map(({ node }) => node) }))
}

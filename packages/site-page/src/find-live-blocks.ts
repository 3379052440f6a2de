import type { TemplateVariable } from '@atrium/contracts'
import { type MarkupNode, parseMarkup } from './parse-markup.ts'

const blocks = ['products', 'events'] as const
export type LiveBlock = (typeof blocks)[number]

const listNames = (nodes: readonly MarkupNode[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return []
    const [first = ''] = node.path
    if (node.type === 'if') return [first, ...listNames([...node.yes, ...node.no])]
    if (node.type === 'each') return [first, ...listNames([...node.body, ...node.empty])]
    return [first]
  })

/**
 * Returns the lists that the platform fills in when a site is published, if the markup uses them. A
 * variable of the template with the same name comes first. Throws `MarkupError`.
 */
export function findLiveBlocks({
  markup,
  variables,
}: {
  readonly markup: string
  readonly variables: readonly Pick<TemplateVariable, 'name'>[]
}): LiveBlock[] {
  const used = new Set(listNames(parseMarkup(markup)))
  return blocks.filter((block) => used.has(block) && variables.every(({ name }) => name !== block))
}

import type { DomNode } from './dom.ts'

const blocks = new Set([
  ...'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3'.split(
    ' ',
  ),
  ...'h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(' '),
])
const silent = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'button',
  'select',
])

/**
 * Returns the text of a tree, one line per block. Uses no recursion, because hostile trees are
 * deep.
 */
export function extractText(root: DomNode): string {
  const parts: string[] = []
  let node: DomNode | null = root
  let down = true
  while (node !== null) {
    const name = node.localName ?? ''
    const block = blocks.has(name)
    if (down) {
      if (node.nodeType === 3) parts.push((node.nodeValue ?? '').replaceAll(/\s+/g, ' '))
      if (block) parts.push('\n')
      if (node.firstChild !== null && !silent.has(name)) {
        node = node.firstChild
        continue
      }
    }
    if (block) parts.push('\n')
    if (node === root) break
    down = node.nextSibling !== null
    node = node.nextSibling ?? node.parentNode
  }
  return tidy(parts.join(''))
}

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')

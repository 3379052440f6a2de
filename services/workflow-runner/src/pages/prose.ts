import type { DomElement, DomNode } from './dom.ts'

const chrome = new Set([
  'nav',
  'footer',
  'button',
  'select',
  'script',
  'style',
  'noscript',
  'template',
])
const containers = new Set(['html', 'body', 'main', 'article'])
// Menus need no class name here, because they consist of links. A class "menu" may be a
// restaurant's.
const chromeClass =
  /(?:^|\s)(?:(?:site|page|main|global)[-_]?)?(?:footer|colophon|navbar|breadcrumbs?)(?=\s|$)/i

/** True if the element belongs to the site's frame and not to the page's content. */
function isChrome(node: DomNode): boolean {
  const name = node.localName ?? ''
  if (chrome.has(name)) return true
  if (node.nodeType !== 1 || containers.has(name)) return false
  const element = node as DomElement
  const role = element.getAttribute('role') ?? ''
  const words = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`.slice(
    0,
    500,
  )
  return /^(?:navigation|contentinfo|menubar)$/i.test(role) || chromeClass.test(words)
}

/**
 * Counts the characters in prose, and in links outside menus and footers. A page with nothing but
 * links has no prose. Uses no recursion, because hostile trees are deep.
 */
export function measureProse(root: DomNode): { prose: number; links: number } {
  const sums = { prose: 0, links: 0 }
  let links = 0
  let node: DomNode | null = root
  let down = true
  while (node !== null) {
    const isLink = node.localName === 'a'
    if (down) {
      if (node.nodeType === 3) {
        const length = (node.nodeValue ?? '').replaceAll(/\s+/g, ' ').trim().length
        if (links > 0) sums.links += length
        else sums.prose += length
      }
      if (node.firstChild !== null && (node === root || !isChrome(node))) {
        if (isLink) links += 1
        node = node.firstChild
        continue
      }
    } else if (isLink) links -= 1
    if (node === root) break
    down = node.nextSibling !== null
    node = node.nextSibling ?? node.parentNode
  }
  return sums
}

import type { DomDocument } from './dom.ts'

/** Seconds. If the refresh takes longer, the page has content of its own. */
const longestWait = 10

/**
 * Returns the address to which the page soon redirects, or empty. HTML Standard, "Refresh state".
 */
export function refreshTarget(document: DomDocument, base: string): string {
  for (const meta of document.querySelectorAll('meta[http-equiv]')) {
    if (meta.getAttribute('http-equiv')?.trim().toLowerCase() !== 'refresh') continue
    // A browser that runs scripts ignores the element there, and most readers use one.
    if (meta.parentNode?.localName === 'noscript') continue
    const content = (meta.getAttribute('content') ?? '').slice(0, 4_096)
    const [, seconds, address] =
      /^\s*(\d{1,5})(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(content) ?? []
    const target = address?.trim() ?? ''
    if (seconds === undefined || Number(seconds) > longestWait || target === '') continue
    if (!URL.canParse(target, base)) continue
    const url = new URL(target, base)
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
    if (isWeb && url.href !== new URL(base).href) return url.href
  }
  return ''
}

import type { DomDocument } from './dom.ts'

/** Seconds. A page that waits longer shows something of its own. */
const longestWait = 10

/** The address that a page leads to by itself soon; empty for none. HTML Standard, "Refresh state". */
export function refreshTarget(document: DomDocument, base: string): string {
  for (const meta of document.querySelectorAll('meta[http-equiv]')) {
    if (meta.getAttribute('http-equiv')?.trim().toLowerCase() !== 'refresh') continue
    // A browser with scripts, as most readers use, ignores it there.
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

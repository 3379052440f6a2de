import { createHash } from 'node:crypto'

/** The CSP sources (`'sha256-…'`) of the inline scripts of a built page. */
export const inlineScriptHashes = (html: string): string =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')

interface PolicyInput {
  /** Allows the inline styles of one response. */
  readonly nonce: string
  /** The origin of the media, also if the page calls the API on its own origin. */
  readonly apiOrigin: string
  /** The sources of {@link inlineScriptHashes}. */
  readonly scriptHashes: string
}

/** The policy of the page: scripts and styles of its own origin alone, the known inline scripts, and no frame around it. */
export function contentSecurityPolicy({ nonce, apiOrigin, scriptHashes }: PolicyInput): string {
  const own = `'self' ${apiOrigin}`
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes}`.trim(),
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    `img-src ${own} blob: data:`,
    `media-src ${own} blob:`,
    `connect-src ${own}`,
    `frame-src ${own} blob:`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

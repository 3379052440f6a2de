import { createHash } from 'node:crypto'

/** Returns the CSP sources (`'sha256-…'`) for a built page's inline scripts. */
export const inlineScriptHashes = (html: string): string =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ')

interface PolicyInput {
  /** Allows one response's inline styles. */
  readonly nonce: string
  /** The media origin, even if the page calls the API on its own origin. */
  readonly apiOrigin: string
  /** The result of {@link inlineScriptHashes}. */
  readonly scriptHashes: string
}

/**
 * Returns the page's policy: scripts and styles from its own origin only, the known inline scripts,
 * and no frame around it.
 */
export function contentSecurityPolicy({ nonce, apiOrigin, scriptHashes }: PolicyInput): string {
  const ownOrigins = `'self' ${apiOrigin}`
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes}`.trim(),
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    `img-src ${ownOrigins} blob: data:`,
    `media-src ${ownOrigins} blob:`,
    `connect-src ${ownOrigins}`,
    `frame-src ${ownOrigins} blob:`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

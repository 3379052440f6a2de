/**
 * The policy of the page: scripts and styles of the own origin alone, inline styles with the nonce of this answer, no
 * frame around it. Media have their address at `apiOrigin`, also where the page calls the API on its own origin.
 */
export function contentSecurityPolicy(nonce: string, apiOrigin: string): string {
  const own = `'self' ${apiOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
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

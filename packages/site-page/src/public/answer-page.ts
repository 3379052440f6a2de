import { createHash } from 'node:crypto'
import { type RenderedPage, renderNotFound, renderUnavailable } from './public-page.ts'

export interface PageAnswer {
  readonly status?: number
  /**
   * True if every visitor gets the same page, so a proxy may keep it for ten seconds. Browsers ask
   * again each time.
   */
  readonly isShared: boolean
}

/** Returns a page as a response, or 304 if the visitor already has it. */
export function answerPage(
  request: Request,
  page: RenderedPage,
  { status = 200, isShared }: PageAnswer,
): Response {
  const etag = `"${createHash('sha256').update(page.html).digest('base64url').slice(0, 27)}"`
  const headers: Record<string, string> = {
    'content-security-policy': page.policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': page.isIndexed ? 'index, follow' : 'noindex, nofollow',
    'cache-control': isShared ? 'public, max-age=0, s-maxage=10' : 'no-store',
  }
  if (isShared) {
    headers['etag'] = etag
    const cachedTags = (request.headers.get('if-none-match') ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
    if (cachedTags.includes(etag) || cachedTags.includes('*'))
      return new Response(null, { status: 304, headers })
  }
  headers['content-type'] = 'text/html; charset=utf-8'
  return new Response(page.html, { status, headers })
}

/** Returns the plain 404 page. It is the same for unknown organisations, records and paths. */
export const answerNotFound = (request: Request): Response =>
  answerPage(request, renderNotFound(), { status: 404, isShared: false })

/** Returns the 503 page. Search engines keep what they know about the address and come back. */
export function answerUnavailable(request: Request): Response {
  const response = answerPage(request, renderUnavailable(), { status: 503, isShared: false })
  response.headers.set('retry-after', '60')
  return response
}

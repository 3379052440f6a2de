import { createHash } from 'node:crypto'
import type { DocumentLanguage } from '@atrium/contracts'
import { pageWords } from './page-words.ts'
import { type RenderedPage, renderMessage } from './public-page.ts'

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

/**
 * Returns the plain 404 page in the organisation's language. It names no organisation, and is the
 * same for unknown records and paths.
 */
export const answerNotFound = (request: Request, language: DocumentLanguage = 'en'): Response =>
  answerPage(request, renderMessage(pageWords[language].notFound, language), {
    status: 404,
    isShared: false,
  })

/** Returns a page in English that has only a title and a message, and names no organisation. */
export const answerMessage = (
  request: Request,
  status: number,
  [title = '', message = '']: readonly string[],
): Response =>
  answerPage(request, renderMessage([title, message], 'en'), { status, isShared: false })

/** Returns the 503 page. Search engines keep what they know about the address and come back. */
export function answerUnavailable(request: Request, language: DocumentLanguage = 'en'): Response {
  const page = renderMessage(pageWords[language].unavailable, language)
  const response = answerPage(request, page, { status: 503, isShared: false })
  response.headers.set('retry-after', '60')
  return response
}

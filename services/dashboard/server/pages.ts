import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { commonErrors } from '@atrium/contracts'
import { answer, type Exchange } from '@atrium/http'
import sirv from 'sirv'
import { movedPage, renameOldAddress } from '../src/platform/old-addresses.ts'
import { contentSecurityPolicy, inlineScriptHashes } from './content-security-policy.ts'
import { findPage, linkFiles, readPageFiles } from './page-files.ts'
import { previewDocument, previewPath, previewPolicy } from './preview-frame.ts'
import type { DashboardValues } from './variables.ts'

/**
 * Set only by the gateway, which removes a client's copy. Means that API and page share an origin.
 */
const sameOriginHeader = 'x-atrium-same-origin'

const file = /\/[^/]*\.[A-Za-z0-9]+$/
const secretPages = /^\/approvals\//
const readOnly: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Responds to a request for a page or a file. Throws `not_found`. */
export type AnswerPage = (exchange: Exchange) => Promise<void>

/**
 * Serves a build: files for a year, and `index.html` for paths without an extension. Throws if
 * there is no build.
 */
export function createPages(
  folder: string,
  config: Pick<DashboardValues, 'API_URL' | 'DASHBOARD_URL' | 'NODE_ENV'>,
): AnswerPage {
  const api = new URL(config.API_URL).origin
  const isElsewhere = createPlaceOfApi(config)
  const samples = config.NODE_ENV === 'production' ? '' : 'yes'
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('{{samples}}', samples)
  const scriptHashes = inlineScriptHashes(page)
  const linkedPages = new Map(
    [...readPageFiles(folder)].map(([address, files]) => [address, linkFiles(page, files)]),
  )
  const files = sirv(folder, {
    brotli: true,
    etag: true,
    setHeaders: (response, path) => {
      response.setHeader('vary', 'accept-encoding')
      response.setHeader(
        'cache-control',
        path.startsWith('/static/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      )
    },
  })
  return async (exchange) => {
    const { request, response, method } = exchange
    if (!readOnly.has(method)) throw commonErrors.not_found()
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    exchange.operation = file.test(path) ? 'file' : 'page'
    if (path === previewPath) {
      const policies = {
        'content-security-policy': previewPolicy(api),
        'referrer-policy': 'no-referrer',
      }
      return answerHtml(exchange, previewDocument, policies)
    }
    const moved = movedPage(path)
    if (moved !== undefined) return redirect(exchange, api + moved)
    if (exchange.operation === 'page') {
      return answerIndex(exchange, {
        page: findPage(linkedPages, renameOldAddress(path)) ?? page,
        scriptHashes,
        api,
        elsewhere: isElsewhere(exchange.request),
        isSecret: secretPages.test(path),
      })
    }
    for (let index = 0; index < exchange.headers.length; index += 2) {
      response.setHeader(exchange.headers[index] ?? '', exchange.headers[index + 1] ?? '')
    }
    // A later build removes files, and streaming a missing file would end the process.
    await access(join(folder, path)).catch(() => {
      throw commonErrors.not_found()
    })
    await new Promise<void>((resolve, reject) => {
      response.once('close', resolve)
      files(request, response, () => reject(commonErrors.not_found()))
    })
  }
}

/**
 * True if a page must call the API at `API_URL` instead of its own origin: if the page does not
 * come through the gateway, or if `DASHBOARD_URL` is another origin. Sessions and the networks'
 * callbacks belong to `API_URL`.
 */
function createPlaceOfApi(config: Pick<DashboardValues, 'API_URL' | 'DASHBOARD_URL'>) {
  const { origin, host } = new URL(config.DASHBOARD_URL)
  const hasOwnOrigin = origin !== new URL(config.API_URL).origin
  return ({ headers }: IncomingMessage): boolean =>
    headers[sameOriginHeader] === undefined ||
    (hasOwnOrigin && headers['x-forwarded-host'] === host)
}

/** Redirects to a page for visitors and keeps the query. */
function redirect(exchange: Exchange, url: string): void {
  exchange.operation = 'moved'
  const query = /\?.*/s.exec(exchange.request.url ?? '')?.[0] ?? ''
  answer(exchange, 302, ['location', url + query, 'cache-control', 'no-store'])
}

interface IndexPage {
  readonly page: string
  readonly scriptHashes: string
  readonly api: string
  readonly elsewhere: boolean
  readonly isSecret: boolean
}

function answerIndex(
  exchange: Exchange,
  { page, scriptHashes, api, elsewhere, isSecret }: IndexPage,
): void {
  const nonce = randomBytes(16).toString('base64')
  const html = page.replaceAll('{{nonce}}', nonce).replaceAll('{{api-url}}', elsewhere ? api : '')
  answerHtml(exchange, html, {
    'content-security-policy': contentSecurityPolicy({ nonce, apiOrigin: api, scriptHashes }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Search engines must not keep the secret addresses of documents.
    ...(isSecret ? { 'x-robots-tag': 'noindex' } : {}),
  })
}

function answerHtml(
  exchange: Exchange,
  html: string,
  policies: Readonly<Record<string, string>>,
): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...policies,
  }
  answer(exchange, 200, Object.entries(headers).flat(), html)
}

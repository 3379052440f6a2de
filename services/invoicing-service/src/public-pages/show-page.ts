import { AppError } from '@atrium/contracts'
import { type AppEnv, publicOriginHeader } from '@atrium/http'
import {
  answerNotFound,
  answerPage,
  answerUnavailable,
  html,
  type PublicPage,
  publicPath,
  renderPublicPage,
} from '@atrium/site-page/public'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { publicOrigin } from '../identity/page-url.ts'
import { type Owner, readOwner } from './page-owner.ts'

/** A page, a redirect of the browser to a path, or the page that opens the payment page. */
export type Shown =
  | {
      readonly page: PublicPage
      /** Replaces the organisation, for a page in a customer's own language. */
      readonly owner?: Owner
      readonly status?: number
      readonly isShared?: boolean
    }
  | { readonly redirectTo: string }
  | { readonly payAt: string }

type Show = (c: Context<AppEnv>, owner: Owner) => Promise<Shown>

/** Returns the origin at which the visitor reads the page, without a trailing slash. */
export const readOrigin = (deps: Pick<Deps, 'config'>, c: Context<AppEnv>): string =>
  c.req.header(publicOriginHeader) ?? publicOrigin(deps)

const redirect = (location: string, status: 302 | 303): Response =>
  new Response(null, {
    status,
    headers: { location, 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' },
  })

/** Returns the problem pages for addresses that cannot be shown. Rethrows every other error. */
function answerProblem(c: Context<AppEnv>, error: unknown, owner?: Owner): Response {
  if (!(error instanceof AppError)) throw error
  if (error.kind === 'not_found') return answerNotFound(c.req.raw, owner?.language)
  if (error.kind === 'unavailable') return answerUnavailable(c.req.raw, owner?.language)
  throw error
}

/** Returns a function that makes the handler of an organisation's page. */
export const createShowPage =
  (deps: Deps) =>
  (operation: string, show: Show) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    c.set('operation', operation)
    let owner: Owner | undefined
    try {
      owner = await readOwner(deps, c.req.param('org') ?? '')
      const shown = await show(c, owner)
      if ('redirectTo' in shown) return redirect(shown.redirectTo, 303)
      if ('payAt' in shown) {
        const page = renderPublicPage(readOrigin(deps, c), owner, payPage(owner, shown.payAt))
        return answerPage(c.req.raw, page, { isShared: false })
      }
      const { page, status = 200, isShared = false } = shown
      const rendered = renderPublicPage(readOrigin(deps, c), shown.owner ?? owner, page)
      return answerPage(c.req.raw, rendered, { status, isShared })
    } catch (error) {
      return answerProblem(c, error, owner)
    }
  }

/**
 * Returns a function that makes the handler of a short link in a mail. The link redirects to the
 * page of the organisation that it belongs to.
 */
export const createOpenLink =
  (operation: string, find: (c: Context<AppEnv>) => Promise<string>) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    c.set('operation', operation)
    try {
      return redirect(await find(c), 302)
    } catch (error) {
      return answerProblem(c, error)
    }
  }

/**
 * Renders the page that opens the payment page. A redirect would need the processor's address in
 * the policy of every form, because browsers apply the policy to redirects, too.
 */
const payPage = ({ slug, words }: Owner, url: string): PublicPage => ({
  title: words.goOn,
  description: '',
  path: publicPath(slug, 'thanks'),
  isIndexed: false,
  continueAt: url,
  content: html`<h1>${words.goOn}</h1>
<p>${words.goOnLead}</p>
<p><a class="button" href="${url}" rel="noopener">${words.goOn}</a></p>`,
})

import { AppError } from '@atrium/contracts'
import type { AppEnv } from '@atrium/http'
import {
  answerNotFound,
  answerPage,
  answerUnavailable,
  html,
  type PublicPage,
  pageWords,
  publicPath,
  renderPublicPage,
} from '@atrium/site-page/public'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { checkoutOffer } from '../entitlements/entitlements.ts'
import { publicOrigin } from '../identity/page-url.ts'
import { getSoldOffer, listPublicOffers } from '../offers/read-public-offers.ts'
import { getPublic, listPublic } from '../tickets/happenings/read-happenings.ts'
import { findOrderState } from '../tickets/orders/read-order.ts'
import { eventItem, eventPage, eventsPage } from './events-page.ts'
import { orderByForm } from './order-by-form.ts'
import { type Owner, readOwner } from './page-owner.ts'
import { productItem, productPage, productsPage } from './products-page.ts'
import { type Thanks, thanksPage } from './thanks-page.ts'

const pageSize = 50
const mostOffset = 100_000

/** A page, or a redirect of the browser to a path. */
type Shown = { page: PublicPage; status?: number; isShared?: boolean } | { redirectTo: string }

type Show = (c: Context<AppEnv>, owner: Owner) => Promise<Shown>

/** Mounts the pages for visitors. They are no operations: only browsers and search engines open them. */
export function publicPageRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { DASHBOARD_URL: dashboardUrl } = deps.config
  const origin = publicOrigin(deps)

  const answer = (operation: string, show: Show) => async (c: Context<AppEnv>) => {
    c.set('operation', operation)
    try {
      const owner = await readOwner(deps, c.req.param('org') ?? '')
      const shown = await show(c, owner)
      if ('redirectTo' in shown) {
        const headers = { location: shown.redirectTo, 'cache-control': 'no-store' }
        return new Response(null, { status: 303, headers })
      }
      const { page, status = 200, isShared = false } = shown
      return answerPage(c.req.raw, renderPublicPage(origin, owner, page), { status, isShared })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.kind === 'not_found') return answerNotFound(c.req.raw)
      if (error.kind === 'unavailable') return answerUnavailable(c.req.raw)
      throw error
    }
  }
  const readPage = (c: Context<AppEnv>) => {
    const offset = Number(c.req.query('offset') ?? 0)
    return {
      limit: pageSize,
      offset: Number.isInteger(offset) && offset >= 0 && offset <= mostOffset ? offset : 0,
    }
  }
  const addressIn = (c: Context<AppEnv>) => ({
    orgSlug: c.req.param('org') ?? '',
    slug: c.req.param('slug') ?? '',
  })
  const isCancelled = (c: Context<AppEnv>) => c.req.query('result') === 'cancelled'

  app.get(
    '/p/:org',
    answer('showPublicHome', async (_, owner) => ({
      page: await homePage(deps, owner),
      isShared: true,
    })),
  )
  app.get(
    '/p/:org/products',
    answer('showProducts', async (c, owner) => ({
      page: productsPage(owner, await listPublicOffers(deps, owner.slug, readPage(c))),
      isShared: true,
    })),
  )
  app.get(
    '/p/:org/products/:slug',
    answer('showProduct', async (c, owner) => {
      const notice = isCancelled(c) ? owner.words.notPaid : undefined
      const offer = await getSoldOffer(deps, addressIn(c))
      return { page: productPage(owner, offer, { notice, dashboardUrl }), isShared: true }
    }),
  )
  app.post(
    '/p/:org/products/:slug',
    answer('buyProduct', async (c, owner) => {
      const path = addressIn(c)
      const offer = await getSoldOffer(deps, path)
      try {
        const options = { email: null, key: undefined }
        const { url } = await checkoutOffer(deps, { principal: null }, { path, options })
        return { page: continuePage(owner, url) }
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === 'internal') throw error
        const notice = owner.words.notBought.replace('{name}', () => owner.name)
        return { page: productPage(owner, offer, { notice, dashboardUrl }), status: 409 }
      }
    }),
  )
  app.get(
    '/p/:org/events',
    answer('showEvents', async (c, owner) => ({
      page: eventsPage(owner, await listPublic(deps, owner.slug, readPage(c))),
      isShared: true,
    })),
  )
  app.get(
    '/p/:org/events/:slug',
    answer('showEvent', async (c, owner) => {
      const notice = isCancelled(c) ? owner.words.notPaid : undefined
      const happening = await getPublic(deps, addressIn(c))
      return { page: eventPage(owner, origin, happening, { notice }), isShared: true }
    }),
  )
  app.post(
    '/p/:org/events/:slug',
    answer('orderOnPage', async (c, owner) => {
      const address = addressIn(c)
      const done = await orderByForm(deps, c, { address, words: owner.words })
      if ('again' in done) {
        const page = eventPage(owner, origin, await getPublic(deps, address), done.again)
        return { page, status: 409 }
      }
      const { ordered } = done
      if ('checkoutUrl' in ordered) return { page: continuePage(owner, ordered.checkoutUrl) }
      const thanks = publicPath(owner.slug, 'thanks')
      const query = 'orderId' in ordered ? `order=${ordered.orderId}` : 'for=waiting'
      return { redirectTo: `${thanks}?${query}` }
    }),
  )
  app.get(
    '/p/:org/thanks',
    answer('showThanks', async (c, owner) => {
      const order = c.req.query('order')
      const reason = thanksReasons.find((known) => known === c.req.query('for'))
      const state = order === undefined ? undefined : await findOrderState(deps, owner.orgId, order)
      const thanks: Thanks = state ?? { reason }
      return { page: thanksPage(owner, dashboardUrl, thanks) }
    }),
  )
  app.on(['GET', 'POST'], '/p/*', (c) => answerNotFound(c.req.raw))
}

const thanksReasons = ['bought', 'received', 'waiting'] as const

/** Renders an organisation's events and products on one page. */
async function homePage(deps: Deps, owner: Owner): Promise<PublicPage> {
  const first = { limit: 10, offset: 0 }
  const [offers, events] = await Promise.all([
    listPublicOffers(deps, owner.slug, first),
    listPublic(deps, owner.slug, first),
  ])
  const words = pageWords[owner.language]
  const coming = events.items.filter(({ open }) => open)
  return {
    title: owner.name,
    description: [
      ...coming.map(({ title }) => title),
      ...offers.items.map(({ name }) => name),
    ].join(', '),
    path: publicPath(owner.slug),
    isIndexed: true,
    content: html`<h1 dir="auto">${owner.name}</h1>
${
  coming.length > 0 &&
  html`<h2><a href="${publicPath(owner.slug, 'events')}">${words.events}</a></h2>
<ul class="list">${coming.map((happening) => eventItem(owner, happening))}</ul>`
}
${
  offers.items.length > 0 &&
  html`<h2><a href="${publicPath(owner.slug, 'products')}">${words.products}</a></h2>
<ul class="list">${offers.items.map((offer) => productItem(owner, offer))}</ul>`
}`,
  }
}

/**
 * Renders the page that opens the payment page. A redirect would need the processor's address in
 * the policy of every form, because browsers apply the policy to redirects, too.
 */
const continuePage = ({ slug, words }: Owner, url: string): PublicPage => ({
  title: words.goOn,
  description: '',
  path: publicPath(slug, 'thanks'),
  isIndexed: false,
  continueAt: url,
  content: html`<h1>${words.goOn}</h1>
<p>${words.goOnLead}</p>
<p><a class="button" href="${url}" rel="noopener">${words.goOn}</a></p>`,
})

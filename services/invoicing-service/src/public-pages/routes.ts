import { AppError } from '@atrium/contracts'
import type { AppEnv } from '@atrium/http'
import {
  answerNotFound,
  html,
  type PublicPage,
  pageWords,
  publicPath,
} from '@atrium/site-page/public'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { checkoutOffer } from '../entitlements/entitlements.ts'
import { getSoldOffer, listPublicOffers } from '../offers/read-public-offers.ts'
import { getPublic, listPublic } from '../tickets/happenings/read-happenings.ts'
import { findOrderState } from '../tickets/orders/read-order.ts'
import { eventItem, eventPage } from './event-page.ts'
import { orderByForm, toFormKey } from './order-by-form.ts'
import type { Owner } from './page-owner.ts'
import { productItem, productPage } from './product-page.ts'
import { recordListPage } from './record-list.ts'
import { secretPageRoutes } from './secret-routes.ts'
import { createShowPage, readOrigin } from './show-page.ts'
import { type Thanks, thanksPage } from './thanks-page.ts'

const pageSize = 50
const mostOffset = 100_000

/** Mounts the pages for visitors. They are no operations: only browsers and search engines open them. */
export function publicPageRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { DASHBOARD_URL: dashboardUrl } = deps.config
  const show = createShowPage(deps)
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
  const cancelNotice = (c: Context<AppEnv>, { words }: Owner) =>
    c.req.query('result') === 'cancelled' ? words.notPaid : undefined

  app.get(
    '/p/:org',
    show('showPublicHome', async (_, owner) => ({
      page: await homePage(deps, owner),
      isShared: true,
    })),
  )
  app.get(
    '/p/:org/products',
    show('showProducts', async (c, owner) => {
      const list = await listPublicOffers(deps, owner.slug, readPage(c))
      const page = recordListPage(owner, 'products', {
        ...list,
        none: owner.words.noProducts,
        nameItem: ({ name }) => name,
        showItem: productItem,
      })
      return { page, isShared: true }
    }),
  )
  app.get(
    '/p/:org/products/:slug',
    show('showProduct', async (c, owner) => {
      const offer = await getSoldOffer(deps, addressIn(c))
      const notice = cancelNotice(c, owner)
      return { page: productPage(owner, offer, { notice, dashboardUrl }), isShared: true }
    }),
  )
  app.post(
    '/p/:org/products/:slug',
    show('buyProduct', async (c, owner) => {
      const path = addressIn(c)
      const offer = await getSoldOffer(deps, path)
      try {
        const options = { email: null, key: undefined }
        return {
          payAt: (await checkoutOffer(deps, { principal: null }, { path, options })).url,
        }
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === 'internal') throw error
        const notice = owner.words.notBought.replace('{name}', () => owner.name)
        return { page: productPage(owner, offer, { notice, dashboardUrl }), status: 409 }
      }
    }),
  )
  app.get(
    '/p/:org/events',
    show('showEvents', async (c, owner) => {
      const list = await listPublic(deps, owner.slug, readPage(c))
      const page = recordListPage(owner, 'events', {
        ...list,
        none: owner.words.noEvents,
        nameItem: ({ title }) => title,
        showItem: eventItem,
      })
      return { page, isShared: true }
    }),
  )
  app.get(
    '/p/:org/events/:slug',
    show('showEvent', async (c, owner) => {
      const happening = await getPublic(deps, addressIn(c))
      const moment = { formKey: toFormKey(deps, happening), notice: cancelNotice(c, owner) }
      return { page: eventPage(owner, readOrigin(deps, c), happening, moment), isShared: true }
    }),
  )
  app.post(
    '/p/:org/events/:slug',
    show('orderOnPage', async (c, owner) => {
      const address = addressIn(c)
      const done = await orderByForm(deps, c, { address, words: owner.words })
      if ('again' in done) {
        const happening = await getPublic(deps, address)
        const moment = { ...done.again, formKey: toFormKey(deps, happening) }
        const page = eventPage(owner, readOrigin(deps, c), happening, moment)
        return { page, status: 409 }
      }
      const { ordered } = done
      if ('checkoutUrl' in ordered) return { payAt: ordered.checkoutUrl }
      const thanks = publicPath(owner.slug, 'thanks')
      const query = 'orderId' in ordered ? `order=${ordered.orderId}` : 'for=waiting'
      return { redirectTo: `${thanks}?${query}` }
    }),
  )
  app.get(
    '/p/:org/thanks',
    show('showThanks', async (c, owner) => {
      const order = c.req.query('order')
      const reason = thanksReasons.find((known) => known === c.req.query('for'))
      const state = order === undefined ? undefined : await findOrderState(deps, owner.orgId, order)
      const thanks: Thanks = state ?? { reason }
      return { page: thanksPage(owner, thanks) }
    }),
  )
  secretPageRoutes(app, deps)
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

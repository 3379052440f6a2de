import type { PublicOffer } from '@atrium/contracts'
import {
  type Html,
  html,
  noticeText,
  type PublicPage,
  publicPath,
  quoteForm,
  shortenText,
} from '@atrium/site-page/public'
import { filled } from '../pdf/document-words.ts'
import { formatPrice, type Owner, toDecimal } from './page-owner.ts'

type Price = Pick<PublicOffer, 'priceCents' | 'currency' | 'interval'>

/** Describes a price in the organisation's language: "€99.00 a month". */
export function describePrice(owner: Owner, { priceCents, currency, interval }: Price): string {
  const { words } = owner
  if (priceCents === null) return words.onRequest
  const price = formatPrice(owner, priceCents, currency)
  return interval === null ? price : filled(words[interval], { price })
}

const priceText = (owner: Owner, offer: Price): Html =>
  html`<p class="price">${describePrice(owner, offer)}${offer.priceCents !== null && html` <span class="fine">${owner.words.withoutVat}</span>`}</p>`

/** Renders a product in a list. */
export const productItem = (owner: Owner, offer: PublicOffer): Html =>
  html`<li class="card"><h2><a href="${publicPath(owner.slug, 'products', offer.slug)}" dir="auto">${offer.name}</a></h2>
${offer.description !== '' && html`<p class="quiet" dir="auto">${shortenText(offer.description)}</p>`}
${priceText(owner, offer)}</li>
`

export interface ProductMoment {
  readonly notice?: string | undefined
  readonly dashboardUrl: string
}

/** Renders one product with its checkout button or its form to ask for a quote. */
export function productPage(
  owner: Owner,
  offer: PublicOffer,
  { notice, dashboardUrl }: ProductMoment,
): PublicPage {
  const { slug, words } = owner
  const { priceCents, requiresAccount, interval } = offer
  const path = publicPath(slug, 'products', offer.slug)
  const form = () => {
    if (priceCents === null) {
      const typed = { message: `${offer.name}\n\n` }
      return quoteForm(words, { org: slug, typed })
    }
    if (requiresAccount)
      return html`<p><a class="button" href="${dashboardUrl}/settings/billing">${words.signIn}</a></p>`
    return html`<form method="post" action="${path}"><button type="submit" class="button">${interval === null ? words.buy : words.subscribe}</button></form>`
  }
  return {
    title: offer.name,
    description: offer.description,
    path,
    isIndexed: true,
    data: productData(owner, offer),
    content: html`<h1 dir="auto">${offer.name}</h1>
${noticeText(notice)}
${offer.description !== '' && html`<p class="text" dir="auto">${offer.description}</p>`}
<div class="card">${priceText(owner, offer)}
${form()}</div>`,
  }
}

function productData(owner: Owner, { name, description, priceCents, currency }: PublicOffer) {
  return {
    '@type': 'Product',
    name,
    ...(description === '' ? {} : { description: shortenText(description, 1_000) }),
    brand: { '@type': 'Organization', name: owner.name },
    ...(priceCents === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: toDecimal(priceCents, currency),
            priceCurrency: currency,
            availability: 'https://schema.org/InStock',
            seller: { '@type': 'Organization', name: owner.name },
          },
        }),
  }
}

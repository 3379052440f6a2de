import { type PublicOffer, submitQuote } from '@atrium/contracts'
import {
  type Html,
  html,
  type PublicPage,
  pageWords,
  publicPath,
  shortenText,
} from '@atrium/site-page/public'
import { filled } from '../pdf/document-words.ts'
import { formatPrice, type Owner, toDecimal } from './page-owner.ts'
import { noticeText, visitorFields } from './visitor-form.ts'

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

/** Renders the product list, or one part of a long list. */
export function productsPage(
  owner: Owner,
  { items, total, offset }: { items: readonly PublicOffer[]; total: number; offset: number },
): PublicPage {
  const { slug, language, words } = owner
  const title = pageWords[language].products
  const path = publicPath(slug, 'products')
  const next = offset + items.length
  return {
    title,
    description: items.map(({ name }) => name).join(', '),
    path,
    isIndexed: offset === 0,
    content: html`<h1>${title}</h1>
${items.length === 0 ? html`<p class="quiet">${words.noProducts}</p>` : html`<ul class="list">${items.map((offer) => productItem(owner, offer))}</ul>`}
${next < total && html`<p><a href="${path}?offset=${next}">${pageWords[language].more}</a></p>`}`,
  }
}

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
    if (priceCents === null) return quoteForm(owner, offer)
    if (requiresAccount)
      return html`<p><a class="button" href="${dashboardUrl}/settings/billing">${words.signIn}</a></p>`
    return html`<form method="post" action="${path}"><button class="button">${interval === null ? words.buy : words.subscribe}</button></form>`
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

/** The board receives the request and makes a card from it. */
const quoteForm = ({ slug, words }: Owner, offer: PublicOffer): Html =>
  html`<form method="post" action="${submitQuote.path}">
<input type="hidden" name="org" value="${slug}">
<p class="trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off"></p>
${visitorFields({ words })}
<p class="field"><label class="over" for="message">${words.need}</label><textarea id="message" name="message" rows="5" maxlength="5000" required dir="auto">
${offer.name}

</textarea></p>
<button class="button">${words.askQuote}</button>
</form>`

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

import type { ConfirmedOrder } from '@atrium/contracts'
import { html, type PublicPage, publicPath } from '@atrium/site-page/public'
import { filled } from '../pdf/document-words.ts'
import type { Owner } from './page-owner.ts'
import { ticketLinks } from './ticket-pages.ts'

/** What a visitor is thanked for. */
export type Thanks =
  | { readonly reason: 'bought' | 'received' | 'waiting' | undefined }
  | {
      readonly reason: 'confirmed' | 'pending' | 'unpaid'
      readonly tickets: ConfirmedOrder['tickets']
    }

/** Renders the page after an order, a payment or a request. Search engines do not list it. */
export function thanksPage(owner: Owner, thanks: Thanks): PublicPage {
  const { slug, name, words } = owner
  const { reason } = thanks
  const tickets = 'tickets' in thanks ? thanks.tickets : []
  return {
    title: words.thanks,
    description: '',
    path: publicPath(slug, 'thanks'),
    isIndexed: false,
    content: html`<h1>${words.thanks}</h1>
${reason !== undefined && html`<p role="status">${words[reason]}</p>`}
${ticketLinks(owner, tickets)}
<p><a href="${publicPath(slug)}">${filled(words.back, { name })}</a></p>`,
  }
}

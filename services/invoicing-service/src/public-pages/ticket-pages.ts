import {
  type ConfirmedOrder,
  getTicketPicture,
  groupedCode,
  type HeldTicket,
  type WaitingPerson,
} from '@atrium/contracts'
import { type Html, html, type PublicPage, publicPath } from '@atrium/site-page/public'
import type { z } from 'zod'
import { filled } from '../pdf/document-words.ts'
import { describePlace } from './event-page.ts'
import type { Owner } from './page-owner.ts'
import { ticketPageWords } from './ticket-page-words.ts'

const secret = (title: string, path: string, content: Html): PublicPage => ({
  title,
  description: '',
  path,
  isIndexed: false,
  content,
})

/** Renders the links to an order's tickets, or nothing if there are none. */
export const ticketLinks = (
  { slug, words }: Pick<Owner, 'slug' | 'words'>,
  tickets: ConfirmedOrder['tickets'],
): Html =>
  html`${tickets.length > 0 && html`<ul class="list" aria-label="${words.yours}">${tickets.map(({ code }) => html`<li class="card"><a class="code" href="${publicPath(slug, 'tickets', code)}">${groupedCode(code)}</a></li>`)}</ul>`}`

/** Renders a ticket for its holder, with the picture for the entrance. */
export function ticketPage(
  owner: Owner,
  {
    code,
    title,
    name,
    ticketType,
    checkedInAt,
    ...place
  }: Omit<z.infer<typeof HeldTicket>, 'language'>,
): PublicPage {
  const words = ticketPageWords[owner.language]
  const usedAt =
    checkedInAt !== null &&
    new Intl.DateTimeFormat(owner.locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: place.timeZone,
    }).format(new Date(checkedInAt))
  return secret(
    title,
    publicPath(owner.slug, 'tickets', code),
    html`<h1 dir="auto">${title}</h1>
${describePlace(owner, place)}
<div class="card centred">
<img class="qr" src="${getTicketPicture.path.replace('{code}', () => code)}" alt="${filled(words.qrCode, { code: groupedCode(code) })}">
<p class="code">${groupedCode(code)}</p>
<p><span dir="auto">${name}</span><br><span class="quiet" dir="auto">${ticketType}</span></p>
${usedAt && html`<p class="problem" role="status">${filled(words.used, { time: usedAt })}</p>`}
</div>`,
  )
}

/**
 * Renders the page of the link that confirms an order. Only its button confirms, because programs
 * that check mails open the link as well.
 */
export function confirmPage(
  owner: Owner,
  { id, token, tickets }: { id: string; token: string; tickets?: ConfirmedOrder['tickets'] },
): PublicPage {
  const words = ticketPageWords[owner.language]
  const path = publicPath(owner.slug, 'orders', id)
  if (tickets !== undefined)
    return secret(
      owner.words.yours,
      path,
      html`<h1>${owner.words.thanks}</h1>
<p role="status">${owner.words.confirmed}</p>
${ticketLinks(owner, tickets)}`,
    )
  return secret(
    owner.words.yours,
    path,
    html`<h1>${owner.words.yours}</h1>
<p>${words.confirmLead}</p>
<form method="post" action="${path}"><input type="hidden" name="token" value="${token}"><button type="submit" class="button">${words.confirm}</button></form>`,
  )
}

/** Renders a waiting list entry for its holder, who can leave the list. */
export function waitingPage(
  owner: Owner,
  code: string,
  { title, position, quantity, ticketType, ...place }: Omit<WaitingPerson, 'language' | 'name'>,
  hasLeft = false,
): PublicPage {
  const words = ticketPageWords[owner.language]
  const path = publicPath(owner.slug, 'waiting', code)
  const values = { position: String(position), count: String(quantity), type: ticketType }
  return secret(
    title,
    path,
    html`<h1 dir="auto">${title}</h1>
${describePlace(owner, place)}
<div class="card"><p role="status"><bdi>${hasLeft ? words.leftList : filled(words.waiting, values)}</bdi></p>
${!hasLeft && html`<form method="post" action="${path}"><button type="submit" class="button plain">${words.leave}</button></form>`}</div>`,
  )
}

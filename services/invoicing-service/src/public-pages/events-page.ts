import type { OrganisedHappening, PublicHappening, PublicTicketType } from '@atrium/contracts'
import {
  type Html,
  html,
  type PublicPage,
  pageWords,
  picturePath,
  publicPath,
  shortenText,
} from '@atrium/site-page/public'
import { filled } from '../pdf/document-words.ts'
import { eventData } from './event-data.ts'
import { formatPrice, type Owner } from './page-owner.ts'
import { noticeText, problemText, type Typed, visitorFields } from './visitor-form.ts'

/** Describes when an event takes place in its own time zone. */
export function describePeriod(
  { locale }: Pick<Owner, 'locale'>,
  { startsAt, endsAt, timeZone }: Pick<PublicHappening, 'startsAt' | 'endsAt' | 'timeZone'>,
): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
  const start = new Date(startsAt)
  const period =
    endsAt === null ? format.format(start) : format.formatRange(start, new Date(endsAt))
  return `${period}, ${timeZone.replaceAll('_', ' ')}`
}

const describePlace = (owner: Owner, happening: PublicHappening): Html =>
  html`<p class="quiet"><time datetime="${happening.startsAt}">${describePeriod(owner, happening)}</time>${happening.place !== '' && html`<br><span dir="auto">${happening.place}</span>`}</p>`

/** Renders the list of events, or one part of a long list. */
export function eventsPage(
  owner: Owner,
  { items, total, offset }: { items: readonly PublicHappening[]; total: number; offset: number },
): PublicPage {
  const { slug, language, words } = owner
  const title = pageWords[language].events
  const path = publicPath(slug, 'events')
  const next = offset + items.length
  return {
    title,
    description: items.map((happening) => happening.title).join(', '),
    path,
    isIndexed: offset === 0,
    content: html`<h1>${title}</h1>
${items.length === 0 ? html`<p class="quiet">${words.noEvents}</p>` : html`<ul class="list">${items.map((happening) => eventItem(owner, happening))}</ul>`}
${next < total && html`<p><a href="${path}?offset=${next}">${pageWords[language].more}</a></p>`}`,
  }
}

/** Renders an event in a list. */
export const eventItem = (owner: Owner, happening: PublicHappening): Html =>
  html`<li class="card"><h2><a href="${publicPath(owner.slug, 'events', happening.slug)}" dir="auto">${happening.title}</a></h2>
${describePlace(owner, happening)}
${!happening.open && html`<p class="fine">${owner.words.over}</p>`}${happening.open && happening.description !== '' && html`<p dir="auto">${shortenText(happening.description, 160)}</p>`}</li>
`

export interface EventMoment {
  readonly notice?: string | undefined
  readonly problem?: string | undefined
  readonly typed?: Typed & { ticketTypeId?: string; quantity?: number }
}

/** Renders one event with its order form. */
export function eventPage(
  owner: Owner,
  origin: string,
  happening: OrganisedHappening,
  moment: EventMoment = {},
): PublicPage {
  const { slug, words } = owner
  const { title, description, pictureUrl, open } = happening
  const path = publicPath(slug, 'events', happening.slug)
  const picture = picturePath(pictureUrl, 1080)
  const calendar = `/api/public/happenings/${encodeURIComponent(slug)}/${encodeURIComponent(happening.slug)}/calendar.ics`
  return {
    title,
    description: description === '' ? describePeriod(owner, happening) : description,
    path,
    pictureUrl,
    isIndexed: true,
    data: eventData(owner, origin, happening),
    content: html`<h1 dir="auto">${title}</h1>
${describePlace(owner, happening)}
${picture !== undefined && html`<img class="picture" src="${picture}" alt="">`}
${noticeText(moment.notice)}
${description !== '' && html`<p class="text" dir="auto">${description}</p>`}
${open && html`<p><a href="${calendar}">${words.calendar}</a></p>`}
<div class="card">${open ? orderForm(owner, happening, moment) : html`<p>${words.over}</p>`}</div>`,
  }
}

function describeType(owner: Owner, type: PublicTicketType): string {
  const { words } = owner
  const { priceCents, currency, available, orderable } = type
  const price = formatPrice(owner, priceCents, currency)
  if (!orderable) return filled(words.notSold, { price })
  const left = available === 0 ? words.soldOut : filled(words.left, { count: String(available) })
  if (priceCents > 0) return available > 20 ? price : `${price}, ${left}`
  return available > 20 ? words.free : left
}

const most = 10

function orderForm(
  owner: Owner,
  { slug, ticketTypes }: OrganisedHappening,
  { problem, typed = {} }: EventMoment,
): Html {
  const { words } = owner
  const offered = ticketTypes.filter(({ orderable }) => orderable)
  if (offered.length === 0) {
    const types = ticketTypes.map(
      (type) =>
        html`<p><span dir="auto">${type.name}</span><br><span class="fine">${describeType(owner, type)}</span></p>`,
    )
    return html`${types}<p>${words.noTickets}</p>`
  }
  const first = offered.find(({ available }) => available > 0) ?? offered[0]
  const chosen = typed.ticketTypeId ?? first?.id
  const canOrder = offered.some(({ available }) => available > 0)
  const canWait = offered.some(({ available, priceCents }) => priceCents === 0 && available === 0)
  const option = (type: PublicTicketType) =>
    html`<label class="option"><input type="radio" name="ticketTypeId" value="${type.id}" required${type.id === chosen && html` checked`}${!type.orderable && html` disabled`}><span><span dir="auto">${type.name}</span><span class="fine">${describeType(owner, type)}</span></span></label>`
  return html`<form method="post" action="${publicPath(owner.slug, 'events', slug)}">
${problemText(problem)}
<fieldset><legend>${words.ticket}</legend>
${ticketTypes.map(option)}
</fieldset>
<p class="field"><label class="over" for="quantity">${words.howMany}</label><select id="quantity" name="quantity">${Array.from({ length: most }, (_, at) => html`<option${at + 1 === (typed.quantity ?? 1) && html` selected`}>${at + 1}</option>`)}</select></p>
${visitorFields(owner, typed)}
<p class="trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off"></p>
${offered.some(({ priceCents }) => priceCents > 0) && html`<p class="fine">${words.payFirst}</p>`}${canWait && html`<p class="fine">${words.waitFirst}</p>`}
<p class="actions">${canOrder && html`<button class="button" name="do" value="order">${words.order}</button>`}${canWait && html`<button class="button${canOrder && ' plain'}" name="do" value="wait">${words.join}</button>`}</p>
</form>`
}

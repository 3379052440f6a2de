import type { OrganisedHappening, PublicHappening, PublicTicketType } from '@atrium/contracts'
import {
  type Html,
  html,
  noticeText,
  type PublicPage,
  picturePath,
  problemText,
  publicPath,
  shortenText,
  type Typed,
  visitorFields,
} from '@atrium/site-page/public'
import { filled } from '../pdf/document-words.ts'
import { eventData } from './event-data.ts'
import { formatPrice, type Owner } from './page-owner.ts'

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

/** Renders when and where an event takes place. */
export const describePlace = (
  owner: Owner,
  happening: Pick<PublicHappening, 'startsAt' | 'endsAt' | 'timeZone' | 'place'>,
): Html =>
  html`<p class="quiet"><time datetime="${happening.startsAt}">${describePeriod(owner, happening)}</time>${happening.place !== '' && html`<br><span dir="auto">${happening.place}</span>`}</p>`

/** Renders an event in a list. */
export const eventItem = (owner: Owner, happening: PublicHappening): Html =>
  html`<li class="card"><h2><a href="${publicPath(owner.slug, 'events', happening.slug)}" dir="auto">${happening.title}</a></h2>
${describePlace(owner, happening)}
${!happening.open && html`<p class="fine">${owner.words.over}</p>`}${happening.open && happening.description !== '' && html`<p dir="auto">${shortenText(happening.description, 160)}</p>`}</li>
`

export interface EventMoment {
  /** The order form's key, so that a form sent twice orders once. */
  readonly formKey: string
  readonly notice?: string | undefined
  readonly problem?: string | undefined
  readonly typed?: Typed & { ticketTypeId?: string; quantity?: number }
}

/** Renders one event with its order form. */
export function eventPage(
  owner: Owner,
  origin: string,
  happening: OrganisedHappening,
  moment: EventMoment,
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
  { formKey, problem, typed = {} }: EventMoment,
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
<input type="hidden" name="key" value="${formKey}">
${problemText(problem)}
<fieldset><legend>${words.ticket}</legend>
${ticketTypes.map(option)}
</fieldset>
<p class="field"><label class="over" for="quantity">${words.howMany}</label><select id="quantity" name="quantity">${Array.from({ length: most }, (_, at) => html`<option${at + 1 === (typed.quantity ?? 1) && html` selected`}>${at + 1}</option>`)}</select></p>
${visitorFields(words, typed)}
<p class="trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off"></p>
${offered.some(({ priceCents }) => priceCents > 0) && html`<p class="fine">${words.payFirst}</p>`}${canWait && html`<p class="fine">${words.waitFirst}</p>`}
<p class="actions">${canOrder && html`<button type="submit" class="button" name="do" value="order">${words.order}</button>`}${canWait && html`<button type="submit" class="button${canOrder && ' plain'}" name="do" value="wait">${words.join}</button>`}</p>
</form>`
}

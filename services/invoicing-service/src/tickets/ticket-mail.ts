import { createHash } from 'node:crypto'
import { groupedCode } from '@atrium/contracts'
import { buttonMail, type NewMail, oneLine, plainName } from '@atrium/mailer'
import { filled } from '../pdf/document-words.ts'
import type { HappeningRow } from './happenings/happening.ts'
import type { OrderRow } from './inventory.db.ts'
import type { OrgVoice } from './org-voice.ts'
import { pictureSource } from './ticket-pictures.ts'
import { visitorWords } from './visitor-words.ts'
import type { WaitingRow } from './waiting-list/waiting-list.db.ts'

const day = 86_400

/** The organisation's language, and the origin for links in mails. */
type Sender = OrgVoice & { dashboardUrl: string }

/**
 * Describes when, in its time zone, and where an event takes place: "Saturday 1 May 2027 at 19:00,
 * Europe/Berlin".
 */
export function describePlace(
  { starts_at, ends_at, time_zone, place }: HappeningRow,
  { language }: OrgVoice,
): string {
  const format = new Intl.DateTimeFormat(visitorWords[language].locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: time_zone,
  })
  const period =
    ends_at === null ? format.format(starts_at) : format.formatRange(starts_at, ends_at)
  const times = `${period}, ${time_zone.replaceAll('_', ' ')}`
  return place === '' ? times : `${times}\n${oneLine(place, 200)}`
}

const joinParagraphs = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`

/**
 * Writes the mail with an order's tickets. The HTML shows their QR pictures, which `attachPictures`
 * adds when the mail is sent.
 */
export function ticketMail(
  happening: HappeningRow,
  order: Pick<OrderRow, 'id' | 'quantity' | 'name' | 'email'>,
  tickets: ReadonlyArray<{ code: string }>,
  sender: Sender,
): NewMail {
  const { language, dashboardUrl } = sender
  const words = visitorWords[language]
  const title = plainName(happening.title, 120)
  const values = { title, count: String(order.quantity), name: plainName(order.name, 100) }
  const several = order.quantity > 1
  const hello = filled(words.hello, values)
  const lead = filled(several ? words.tickets : words.ticket, values)
  const place = describePlace(happening, sender)
  const howTo = several ? words.showEach : words.showOne
  const toUrl = (code: string) => `${dashboardUrl}/ticket/${code}`
  const list = tickets.map(({ code }) => `${groupedCode(code)}\n${toUrl(code)}`).join('\n\n')
  const { html } = buttonMail({
    language,
    paragraphs: [hello, lead, place],
    pictures: tickets.map(({ code }) => ({
      source: pictureSource(code),
      caption: groupedCode(code),
      url: toUrl(code),
    })),
    footer: howTo,
  })
  return {
    key: `ticket:${order.id}`,
    orgId: happening.org_id,
    recipient: order.email,
    subject: filled(several ? words.ticketsSubject : words.ticketSubject, values),
    text: joinParagraphs([hello, lead, place, list, howTo]),
    html,
    usefulForSeconds: 7 * day,
  }
}

/** Writes the mail with the confirmation link. The order holds its seats for 15 minutes. */
export function confirmMail(
  happening: HappeningRow,
  order: Pick<OrderRow, 'id' | 'quantity' | 'name' | 'email'>,
  token: string,
  sender: Sender,
): NewMail {
  const words = visitorWords[sender.language]
  const title = plainName(happening.title, 120)
  const values = { title, count: String(order.quantity), name: plainName(order.name, 100) }
  const query = new URLSearchParams({ token, language: sender.language })
  return {
    key: `ticket-hold:${order.id}`,
    orgId: happening.org_id,
    recipient: order.email,
    subject: filled(words.confirmSubject, values),
    text: joinParagraphs([
      filled(words.hello, values),
      filled(words.confirm, values),
      describePlace(happening, sender),
      `${sender.dashboardUrl}/order/${order.id}?${query}`,
      words.confirmIgnore,
    ]),
    usefulForSeconds: 900,
  }
}

/** Writes the mail to confirm a waiting-list entry, with a link to remove the entry. */
export function waitingMail(
  happening: HappeningRow,
  ticketType: string,
  entry: Pick<WaitingRow, 'id' | 'quantity' | 'name' | 'email'> & { code: string },
  sender: Sender,
): NewMail {
  const words = visitorWords[sender.language]
  const values = {
    title: plainName(happening.title, 120),
    type: plainName(ticketType, 100),
    count: String(entry.quantity),
    name: plainName(entry.name, 100),
    link: `${sender.dashboardUrl}/waiting/${entry.code}`,
  }
  const { hello, waiting, waitingPromise, leave, waitingSubject } = words
  return {
    key: `waiting:${entry.id}`,
    orgId: happening.org_id,
    recipient: entry.email,
    subject: filled(waitingSubject, values),
    text: joinParagraphs([
      filled(hello, values),
      filled(waiting, values),
      describePlace(happening, sender),
      waitingPromise,
      filled(leave, values),
    ]),
    usefulForSeconds: 7 * day,
  }
}

interface VoidedTickets {
  key: string
  codes: readonly string[]
  /** True if the order's payment was returned. */
  isRefunded?: boolean
}

/**
 * Writes the mail that tickets are void. It lists their codes, because the holder may have other
 * tickets of the order.
 */
export function voidedMail(
  happening: HappeningRow,
  { name, email }: Pick<OrderRow, 'name' | 'email'>,
  { key, codes, isRefunded = false }: VoidedTickets,
  voice: OrgVoice,
): NewMail {
  const words = visitorWords[voice.language]
  const values = {
    title: plainName(happening.title, 120),
    count: String(codes.length),
    name: plainName(name, 100),
  }
  const several = codes.length > 1
  return {
    key: `ticket-void:${key}`,
    orgId: happening.org_id,
    recipient: email,
    subject: filled(several ? words.voidsSubject : words.voidSubject, values),
    text: joinParagraphs([
      filled(words.hello, values),
      filled(several ? words.voideds : words.voided, values),
      describePlace(happening, voice),
      codes.map(groupedCode).join('\n'),
      ...(isRefunded ? [words.refunded] : []),
    ]),
    usefulForSeconds: 7 * day,
  }
}

/** Returns a function that writes the mail about a cancelled event to an address. */
export function cancelledMails(
  happening: HappeningRow,
  voice: OrgVoice,
): (email: string) => NewMail {
  const { cancelled, cancelledTickets, cancelledSubject } = visitorWords[voice.language]
  const values = { title: plainName(happening.title, 120) }
  const text = joinParagraphs([
    filled(cancelled, values),
    describePlace(happening, voice),
    cancelledTickets,
  ])
  const subject = filled(cancelledSubject, values)
  return (email) => ({
    // Hashed, because an address may be longer than a key.
    key: `cancelled:${happening.id}:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`,
    orgId: happening.org_id,
    recipient: email,
    subject,
    text,
    usefulForSeconds: 7 * day,
  })
}

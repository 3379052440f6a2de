import { createHash } from 'node:crypto'
import { groupedCode } from '@atrium/contracts'
import { type NewMail, oneLine } from '@atrium/mailer'
import type { HappeningRow } from './happening.ts'
import type { OrderRow } from './inventory.db.ts'
import type { WaitingRow } from './waiting-list.db.ts'

const day = 86_400

/** When, on the clock of a zone, and where a happening takes place. */
function placeOf({ starts_at, ends_at, place }: HappeningRow, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' },
  })
  const times = ends_at === null ? format.format(starts_at) : format.formatRange(starts_at, ends_at)
  return place === '' ? times : `${times}\n${oneLine(place, 200)}`
}

/** The mail with the tickets of an order; each has the address of its QR picture. */
export function ticketMail(
  happening: HappeningRow,
  order: Pick<OrderRow, 'id' | 'quantity' | 'name' | 'email'>,
  tickets: ReadonlyArray<{ code: string }>,
  { zone, dashboardUrl }: { zone: string; dashboardUrl: string },
): NewMail {
  const title = oneLine(happening.title, 120)
  const several = order.quantity > 1
  return {
    key: `ticket:${order.id}`,
    orgId: happening.org_id,
    recipient: order.email,
    subject: `Your ${several ? 'tickets' : 'ticket'}: ${title}`,
    text: `${[
      `Hello ${oneLine(order.name, 100)},`,
      `${several ? `these are your ${order.quantity} tickets` : 'this is your ticket'} for ${title}:`,
      placeOf(happening, zone),
      tickets.map(({ code }) => `${groupedCode(code)}\n${dashboardUrl}/ticket/${code}`).join('\n\n'),
      `Show the picture or the code at the entrance. ${several ? 'Each code admits' : 'It admits'} one person, once.`,
    ].join('\n\n')}\n`,
    usefulForSeconds: 7 * day,
  }
}

/** The mail that an address waits for tickets, with the link by which it leaves. */
export function waitingMail(
  happening: HappeningRow,
  ticketType: string,
  {
    id,
    code,
    quantity,
    name,
    email,
  }: Pick<WaitingRow, 'id' | 'quantity' | 'name' | 'email'> & { code: string },
  { zone, dashboardUrl }: { zone: string; dashboardUrl: string },
): NewMail {
  const title = oneLine(happening.title, 120)
  return {
    key: `waiting:${id}`,
    orgId: happening.org_id,
    recipient: email,
    subject: `On the waiting list: ${title}`,
    text: `${[
      `Hello ${oneLine(name, 100)},`,
      `you wait for ${quantity} × ${oneLine(ticketType, 100)} for ${title}:`,
      placeOf(happening, zone),
      'Tickets that become free come by mail, without another question.',
      `Leave the waiting list: ${dashboardUrl}/waiting/${code}`,
    ].join('\n\n')}\n`,
    usefulForSeconds: 7 * day,
  }
}

/** The mails that a happening does not take place, by address. */
export function cancelledMails(happening: HappeningRow, zone: string): (email: string) => NewMail {
  const title = oneLine(happening.title, 120)
  const text = `${[
    `${title} does not take place:`,
    placeOf(happening, zone),
    'Tickets for it are no longer valid.',
  ].join('\n\n')}\n`
  return (email) => ({
    // An address may be longer than a key.
    key: `cancelled:${happening.id}:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`,
    ...{ orgId: happening.org_id, recipient: email, subject: `Cancelled: ${title}`, text },
    usefulForSeconds: 7 * day,
  })
}

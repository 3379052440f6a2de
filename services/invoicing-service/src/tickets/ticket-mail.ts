import { createHash } from 'node:crypto'
import { groupedCode } from '@atrium/contracts'
import { type NewMail, oneLine } from '@atrium/mailer'
import type { HappeningRow } from './happening.ts'
import type { OrderRow } from './inventory.db.ts'

const day = 86_400

const momentOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** When and where a happening takes place, for a mail. */
const placeOf = ({ starts_at, ends_at, place }: HappeningRow): string =>
  [
    ends_at === null ? momentOf(starts_at) : `${momentOf(starts_at)} to ${momentOf(ends_at)}`,
    ...(place === '' ? [] : [oneLine(place, 200)]),
  ].join('\n')

/** The mail with the tickets of an order; each has the address of its QR picture. */
export function ticketMail(
  happening: HappeningRow,
  order: Pick<OrderRow, 'id' | 'quantity' | 'name' | 'email'>,
  tickets: ReadonlyArray<{ code: string }>,
  dashboardUrl: string,
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
      placeOf(happening),
      tickets.map(({ code }) => `${groupedCode(code)}\n${dashboardUrl}/ticket/${code}`).join('\n\n'),
      `Show the picture or the code at the entrance. ${several ? 'Each code admits' : 'It admits'} one person, once.`,
    ].join('\n\n')}\n`,
    usefulForSeconds: 7 * day,
  }
}

/** The mail that a happening does not take place. */
export const cancelledMail = (happening: HappeningRow, email: string): NewMail => ({
  // An address may be longer than a key.
  key: `cancelled:${happening.id}:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`,
  orgId: happening.org_id,
  recipient: email,
  subject: `Cancelled: ${oneLine(happening.title, 120)}`,
  text: `${[
    `${oneLine(happening.title, 120)} does not take place:`,
    placeOf(happening),
    'Tickets for it are no longer valid.',
  ].join('\n\n')}\n`,
  usefulForSeconds: 7 * day,
})

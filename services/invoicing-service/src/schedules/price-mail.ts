import { type NewMail, oneLine } from '@atrium/mailer'
import type { OfferPrice } from '../database.ts'
import { formatDate } from '../pdf/format.ts'
import type { ScheduleRow } from './schedule.ts'
import { formatPrice } from './schedule-timeline.ts'

const day = 86_400

interface ChangedPrice {
  schedule: ScheduleRow
  recipient: string
  /** The name of the seller; empty when it is not known. */
  by: string
  description: string
  from: OfferPrice
  to: OfferPrice
}

/** To a customer: the price of a recurring agreement changes with its next period. */
export function priceMail({ schedule, recipient, by, description, from, to }: ChangedPrice): NewMail {
  const since = schedule.next_invoice_date.toISOString()
  const name = oneLine(description, 120)
  const seller = by === '' ? '' : ` of ${oneLine(by, 80)}`
  const price = `${to.unitAmountCents}:${to.currency}:${to.interval}`
  return {
    key: `price:${schedule.id}:${since}:${price}`,
    orgId: schedule.org_id,
    recipient,
    subject: `The price of ${name} changes on ${formatDate(since)}`,
    text: `${[
      `From ${formatDate(since)} on, ${name}${seller} costs ${formatPrice(to)} instead of ${formatPrice(from)}, before VAT.`,
      'Invoices of earlier periods stay as they are.',
    ].join('\n\n')}\n`,
    usefulForSeconds: 7 * day,
  }
}

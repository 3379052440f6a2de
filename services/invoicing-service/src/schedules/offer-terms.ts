import { scheduleErrors } from '@atrium/contracts'
import { lockBilledCustomer } from '../customers/billed-customer.ts'
import type { OfferPrice, Transaction } from '../database.ts'
import { getOffer } from '../offers/get-offer.ts'
import type { ScheduleRow } from './schedule.ts'

/**
 * Returns an offer's terms for a customer. Throws `not_found`, `offer_not_recurring` (422),
 * `currency_mismatch` (409).
 */
export async function offerTerms(
  tx: Transaction,
  orgId: string,
  offerId: string,
  customerId: string,
) {
  const offer = await getOffer(tx, orgId, offerId)
  const { interval, price_cents: price, name: description } = offer
  if (offer.status === 'archived' || interval === null || price === null) {
    throw scheduleErrors.offer_not_recurring()
  }
  const { currency } = await lockBilledCustomer(tx, {
    orgId,
    id: customerId,
    currency: offer.currency,
  })
  return { interval, description, unit_amount_cents: Number(price), currency }
}

export const toPrice = ({
  unit_amount_cents,
  currency,
  interval,
}: Pick<ScheduleRow, 'currency' | 'interval'> & {
  unit_amount_cents: string | number
}): OfferPrice => ({
  unitAmountCents: Number(unit_amount_cents),
  currency,
  interval,
})

export const isSamePrice = (one: OfferPrice, other: OfferPrice): boolean =>
  one.unitAmountCents === other.unitAmountCents &&
  one.currency === other.currency &&
  one.interval === other.interval

/**
 * Returns the new anchor if a schedule turns from months to years. Years count from the next
 * invoice. Months continue from the anchor and keep its day.
 */
export function restartedAnchor(
  row: Pick<ScheduleRow, 'interval' | 'next_invoice_date' | 'prorate_until'>,
  interval: ScheduleRow['interval'],
): { anchor_date?: Date } {
  if (interval !== 'year' || row.interval !== 'month') return {}
  const isProrated = row.prorate_until !== null && row.next_invoice_date < row.prorate_until
  const anchor = isProrated ? row.prorate_until : row.next_invoice_date
  return anchor === null ? {} : { anchor_date: anchor }
}

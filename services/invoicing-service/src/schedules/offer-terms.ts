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

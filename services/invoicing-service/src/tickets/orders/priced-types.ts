import { happeningErrors, offerErrors, type TicketTypeInput } from '@atrium/contracts'
import type { Db } from '../../database.ts'
import { mapOffers } from '../../offers/get-offer.ts'
import type { OfferRow } from '../../offers/offer.ts'
import type {
  HappeningRow,
  PricedType,
  TicketTypeRow,
  TypedHappening,
} from '../happenings/happening.ts'
import { listTypeRows } from '../happenings.db.ts'

/** An offer with a single, positive payment, so it can pay for a ticket. */
export type TicketOffer = OfferRow & { price_cents: NonNullable<OfferRow['price_cents']> }

export const isTicketOffer = (offer: OfferRow | undefined): offer is TicketOffer =>
  offer?.status === 'active' && offer.billing_model === 'one_off' && Number(offer.price_cents) > 0

/**
 * Gives ticket types the price of their offer (docs/reference/invoicing.md, "Tickets"). If an offer
 * is no longer sold, its types keep their last price, and visitors cannot order them.
 */
export async function priceTypes(
  db: Db,
  orgId: string,
  types: readonly TicketTypeRow[],
): Promise<PricedType[]> {
  const ids = types.flatMap(({ offer_id: id }) => id ?? [])
  const offers = await mapOffers(db, orgId, ids)
  return types.map((type) => {
    if (type.offer_id === null) return { ...type, isOrderable: Number(type.price_cents) === 0 }
    const offer = offers.get(type.offer_id)
    if (!isTicketOffer(offer)) return { ...type, isOrderable: false }
    return { ...type, price_cents: offer.price_cents, currency: offer.currency, isOrderable: true }
  })
}

export const withTypes = async (db: Db, row: HappeningRow): Promise<TypedHappening> => ({
  row,
  types: await priceTypes(db, row.org_id, await listTypeRows(db, row.org_id, [row.id])),
})

/** Returns a ticket type's offer. Throws `priced_ticket` (409) if visitors cannot pay with it. */
export async function getTicketOffer(db: Db, orgId: string, offerId: string): Promise<TicketOffer> {
  const offer = (await mapOffers(db, orgId, [offerId])).get(offerId)
  if (!isTicketOffer(offer)) throw happeningErrors.priced_ticket()
  return offer
}

/**
 * Returns ticket types as stored, with the price of their offer. An existing type may keep an offer
 * that is no longer sold. Throws `not_found` (404) if an offer belongs to another organisation, and
 * `offer_invalid` (422) if a newly chosen one is archived, recurring or without a price.
 */
export async function withOfferPrices(
  db: Db,
  orgId: string,
  types: readonly TicketTypeInput[],
  known: ReadonlyMap<string, TicketTypeRow>,
): Promise<TicketTypeInput[]> {
  const offers = await mapOffers(
    db,
    orgId,
    types.flatMap(({ offerId }) => offerId ?? []),
  )
  return types.map((type, index) => {
    if (type.offerId === null) return type
    const offer = offers.get(type.offerId)
    if (offer === undefined) throw offerErrors.not_found()
    if (isTicketOffer(offer)) {
      return { ...type, priceCents: Number(offer.price_cents), currency: offer.currency }
    }
    const before = known.get(type.id ?? '')
    if (before?.offer_id === offer.id) {
      return { ...type, priceCents: Number(before.price_cents), currency: before.currency }
    }
    const message = 'Choose an active product with a one-time price'
    throw offerErrors.offer_invalid({
      message,
      details: { errors: [{ path: `ticketTypes.${index}.offerId`, message }] },
    })
  })
}

import type { Db } from '../database.ts'
import type { OfferRow } from './offer.ts'
import { findActiveOffers, findOfferRow, findOfferRows } from './offers.db.ts'

export {
  getActiveOfferRow as getActiveOffer,
  getOfferRow as getOffer,
  getPublicOfferRow as getPublicOffer,
} from './offers.db.ts'

export async function listOffersBySlug(
  db: Db,
  orgId: string,
  slugs: readonly string[],
): Promise<OfferRow[]> {
  const rows = await findActiveOffers(db, orgId, slugs)
  return rows.sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug))
}

/**
 * Returns the offer named in the metadata of our checkout, or undefined if the sale began
 * elsewhere.
 */
export async function findOfferOfSale(
  db: Db,
  orgId: string,
  metadata: Readonly<Record<string, string>> | null | undefined,
): Promise<OfferRow | undefined> {
  const id = metadata?.['offer_id']
  return id === undefined ? undefined : findOfferRow(db, orgId, id)
}

/** Maps ids to their offers. Offers of other organisations are left out. */
export async function mapOffers(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, OfferRow>> {
  const rows = ids.length === 0 ? [] : await findOfferRows(db, orgId, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

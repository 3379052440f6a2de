import { offerErrors } from '@atrium/contracts'
import type { Db } from '../database.ts'
import type { OfferRow } from './offer.ts'
import { findActiveOffer, findActiveOffers, findOfferRow } from './offers.db.ts'

function found(row: OfferRow | undefined): OfferRow {
  if (row === undefined) throw offerErrors.not_found()
  return row
}

export const getOffer = async (db: Db, orgId: string, id: string): Promise<OfferRow> =>
  found(await findOfferRow(db, orgId, id))

export const getActiveOffer = async (db: Db, orgId: string, slug: string): Promise<OfferRow> =>
  found(await findActiveOffer(db, orgId, slug))

export async function listOffersOf(db: Db, orgId: string, slugs: readonly string[]): Promise<OfferRow[]> {
  const rows = await findActiveOffers(db, orgId, slugs)
  return rows.sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug))
}

/** The offer that the metadata of a checkout of ours names; undefined for a sale that began elsewhere. */
export async function findOfferOfSale(
  db: Db,
  orgId: string,
  metadata: Readonly<Record<string, string>> | null | undefined,
): Promise<OfferRow | undefined> {
  const id = metadata?.['offer_id']
  return id === undefined ? undefined : findOfferRow(db, orgId, id)
}

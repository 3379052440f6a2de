import {
  type CreateOffer,
  newId,
  OfferChanged,
  type OrgPrincipal,
  requireRole,
  type UpdateOffer,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Transaction } from '../database.ts'
import { type Ctx, type Deps, type Settle, settleNothing } from '../deps.ts'
import { requestSiteRebuild } from '../site/request-site-rebuild.ts'
import { mirrorOffer } from './mirror-offer.ts'
import {
  changedTerms,
  checkTerms,
  needsNewPrice,
  type OfferRow,
  type OfferTerms,
  offerErrors,
  termsOf,
} from './offer.ts'
import { insertOffer, lockOfferRow, updateOfferRow } from './offers.db.ts'

type Change = 'created' | 'updated' | 'archived'

const columnsOf = (terms: OfferTerms) => ({
  name: terms.name,
  description: terms.description,
  price_cents: terms.priceCents,
  currency: terms.currency,
  billing_model: terms.billingModel,
  interval: terms.interval,
  slug: terms.slug,
})

async function announce(deps: Deps, tx: Transaction, row: OfferRow, change: Change): Promise<void> {
  await emit(tx, OfferChanged, row.org_id, { offerId: row.id, slug: row.slug, change })
  await requestSiteRebuild(deps, tx)
}

/** Adds an offer of an org, for a person or as a seeded one. Throws `slug_taken`, `offer_invalid`. */
export async function insertOfferOf(
  deps: Deps,
  tx: Transaction,
  orgId: string,
  terms: OfferTerms,
): Promise<OfferRow> {
  checkTerms(terms)
  const row = await insertOffer(tx, { id: newId('off'), org_id: orgId, ...columnsOf(terms) })
  await announce(deps, tx, row, 'created')
  return row
}

/**
 * Adds an offer and mirrors it to the processor. Owner or admin. The catalog is the record: when the processor
 * does not answer, the offer stands without its ids, and is mirrored when it is saved, bought or swept again.
 * `settle` is called as the offer is written; no transaction is held while the processor is asked.
 */
export async function createOffer(
  deps: Deps,
  ctx: Pick<Ctx, 'principal'>,
  input: CreateOffer,
  settle: Settle<OfferRow> = settleNothing,
): Promise<OfferRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const inserted = await insertOfferOf(deps, tx, orgId, termsOf(input))
    await settle(tx, inserted)
    return inserted
  })
  return mirrorOffer(deps, deps.db, row)
}

/**
 * Changes an offer; a change of its terms replaces the processor's price. Owner or admin. Throws `not_found`,
 * `offer_archived`, `precondition_failed`, `slug_taken`, `offer_invalid`.
 */
export async function updateOffer(
  deps: Deps,
  ctx: Pick<Ctx, 'principal'>,
  id: string,
  input: UpdateOffer,
  ifMatch?: string,
): Promise<OfferRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const offer = await lockOfferRow(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(offer.id, offer.version))
    if (offer.status === 'archived') throw offerErrors.offer_archived()
    const terms = changedTerms(offer, input)
    checkTerms(terms)
    const updated = await updateOfferRow(tx, orgId, id, {
      ...columnsOf(terms),
      ...(needsNewPrice(offer, terms) ? { terms_version: offer.terms_version + 1 } : {}),
    })
    await announce(deps, tx, updated, 'updated')
    return updated
  })
  return mirrorOffer(deps, deps.db, row)
}

/** Archives an offer and its product. Owner or admin. Archiving twice changes nothing. */
export async function archiveOffer(
  deps: Deps,
  ctx: Pick<Ctx<OrgPrincipal>, 'principal'>,
  id: string,
  settle: Settle<OfferRow> = settleNothing,
): Promise<OfferRow> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const offer = await lockOfferRow(tx, orgId, id)
    const archived = offer.status === 'archived' ? offer : await archive(deps, tx, offer)
    await settle(tx, archived)
    return archived
  })
  return mirrorOffer(deps, deps.db, row)
}

async function archive(deps: Deps, tx: Transaction, offer: OfferRow): Promise<OfferRow> {
  const archived = await updateOfferRow(tx, offer.org_id, offer.id, {
    status: 'archived',
    terms_version: offer.terms_version + 1,
  })
  await announce(deps, tx, archived, 'archived')
  return archived
}

import { type CreateOffer, OfferChanged, offerErrors, type UpdateOffer } from '@atrium/contracts'
import { type AuditAuthor, audit, emit, inTransaction, toColumns } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Transaction } from '../database.ts'
import type { Ctx, Deps, Settle } from '../deps.ts'
import { requestSiteRebuild } from '../site/site-rebuild.ts'
import { mirrorOffer, requireChargeablePrice } from './mirror-offer.ts'
import {
  changedTerms,
  checkTerms,
  isPricedAnew,
  listSlugs,
  needsNewPrice,
  type OfferRow,
  type OfferTerms,
} from './offer.ts'
import {
  findActiveOffer,
  insertOffer,
  lockOfferRow,
  takenSlug,
  updateOfferRow,
} from './offers.db.ts'

const actions = {
  created: 'offer.created',
  updated: 'offer.changed',
  archived: 'offer.archived',
} as const

async function announce(
  deps: Deps,
  tx: Transaction,
  {
    row,
    change,
    author,
  }: {
    row: OfferRow
    change: 'created' | 'updated' | 'archived'
    author?: AuditAuthor | undefined
  },
): Promise<void> {
  await audit(tx, row.org_id, {
    action: actions[change],
    ...(author === undefined ? {} : { author }),
    target: { type: 'offer', id: row.id, name: row.name },
    detail: {
      priceCents: row.price_cents === null ? null : Number(row.price_cents),
      currency: row.currency,
    },
  })
  await emit(tx, OfferChanged, row.org_id, { offerId: row.id, slug: row.slug, change })
  await requestSiteRebuild(deps, tx)
}

async function insert(
  deps: Deps,
  tx: Transaction,
  {
    orgId,
    given: { slug, published = true, ...given },
    author,
  }: {
    orgId: string
    given: Omit<OfferTerms, 'slug'> & { slug?: string | undefined; published?: boolean }
    author?: AuditAuthor | undefined
  },
): Promise<OfferRow> {
  const id = deps.newId('off')
  for (const each of listSlugs({ id, name: given.name, slug }, 'offer')) {
    const terms = { ...given, slug: each }
    checkTerms(terms)
    requireChargeablePrice(deps, terms)
    const row = await insertOffer(tx, { id, org_id: orgId, published, ...toColumns(terms) })
    if (row === undefined) continue
    await announce(deps, tx, { row, change: 'created', author })
    return row
  }
  throw takenSlug()
}

/**
 * Returns the active offer with a slug. If there is none, the platform creates it and is its
 * author, because the first buyer is not a member of the org. Throws `slug_taken`, `offer_invalid`.
 */
export async function ensureOffer(deps: Deps, orgId: string, slug: string, seed: () => OfferTerms) {
  const activeOffer = await findActiveOffer(deps.db, orgId, slug)
  return (
    activeOffer ??
    inTransaction(deps.db, undefined, (tx) =>
      insert(deps, tx, { orgId, given: seed(), author: 'platform' }),
    )
  )
}

/**
 * Creates an offer. The catalog is the source of truth: if the processor does not respond, the
 * offer is stored anyway and mirrored when it is next saved, bought or swept. `settle` runs in the
 * offer's transaction. No transaction is open during processor calls. Throws `slug_taken`,
 * `offer_invalid`, `amount_not_chargeable`.
 */
export async function createOffer(
  deps: Deps,
  { principal }: Ctx,
  { input, settle }: { input: CreateOffer; settle: Settle<OfferRow> },
) {
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const inserted = await insert(deps, tx, { orgId: principal.orgId, given: input })
    await settle(tx, inserted)
    return inserted
  })
  return mirrorOffer(deps, row)
}

/**
 * Changes an offer. An unchanged price is not checked, so an older offer can still be corrected.
 * Throws `not_found`, `offer_archived`, `precondition_failed`, `slug_taken`, `offer_invalid`,
 * `amount_not_chargeable`.
 */
export async function updateOffer(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  {
    id,
    input: { published, ...input },
    ifMatch,
  }: { id: string; input: UpdateOffer; ifMatch?: string | undefined },
): Promise<OfferRow> {
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const offer = await lockOfferRow(tx, orgId, id)
    checkIfMatch(ifMatch, versionEtag(offer.id, offer.version))
    if (offer.status === 'archived') throw offerErrors.offer_archived()
    const terms = changedTerms(offer, input)
    checkTerms(terms)
    if (isPricedAnew(offer, terms)) requireChargeablePrice(deps, terms)
    const updated = await updateOfferRow(tx, orgId, id, {
      ...toColumns({ ...terms, published }),
      ...(needsNewPrice(offer, terms) ? { terms_version: offer.terms_version + 1 } : {}),
    })
    await announce(deps, tx, { row: updated, change: 'updated' })
    return updated
  })
  return mirrorOffer(deps, row)
}

/** Archives an offer and its product. Archiving twice changes nothing. Throws `not_found`. */
export async function archiveOffer(
  deps: Deps,
  { principal }: Ctx,
  { id, settle }: { id: string; settle: Settle<OfferRow> },
) {
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const offer = await lockOfferRow(tx, principal.orgId, id)
    const archived = offer.status === 'archived' ? offer : await archive(deps, tx, offer)
    await settle(tx, archived)
    return archived
  })
  return mirrorOffer(deps, row)
}

async function archive(deps: Deps, tx: Transaction, offer: OfferRow): Promise<OfferRow> {
  const terms_version = offer.terms_version + 1
  const archived = await updateOfferRow(tx, offer.org_id, offer.id, {
    status: 'archived',
    terms_version,
  })
  await announce(deps, tx, { row: archived, change: 'archived' })
  return archived
}

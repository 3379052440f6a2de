import { AppError } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { findAccount } from '../processor/accounts.ts'
import type { Processor } from '../processor/processor.ts'
import { toProviderAmount } from '../processor/provider-amount.ts'
import { takingTurns } from '../sweep.ts'
import type { OfferRow, OfferTerms } from './offer.ts'
import { claimUnmirrored, findOfferRow, stampOffer } from './offers.db.ts'

/**
 * Sends the offer's terms to the processor. If that fails, the error is logged and the offer keeps
 * its ids.
 */
export async function mirrorOffer(deps: Deps, row: OfferRow): Promise<OfferRow> {
  try {
    return await mirrorOfferOrThrow(deps, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, offer: row.id }, '[payments] the offer could not be mirrored')
    return row
  }
}

/** Sends the offer's terms to the processor. Throws `unavailable` or `processor_refused`. */
export async function mirrorOfferOrThrow(deps: Deps, row: OfferRow): Promise<OfferRow> {
  const { processor } = deps
  if (processor === null) return row
  const accountId = (await findAccount(deps.db, row.org_id))?.accountId
  if (accountId === undefined) return row
  const current = row.payments_account_id === accountId
  if (current && row.mirrored_terms === row.terms_version) return row
  if (isPriced(row)) return push(deps, processor, row, accountId)
  if (row.payments_product_id === null || row.payments_account_id === null) return row
  await processor.archiveProduct(
    row.payments_account_id,
    row.payments_product_id,
    row.payments_price_id,
  )
  const stamped = await stamp(deps, row, {
    payments_product_id: row.payments_product_id,
    payments_price_id: row.status === 'archived' ? row.payments_price_id : null,
    payments_account_id: row.payments_account_id,
  })
  return stamped ?? row
}

/** Throws `amount_not_chargeable` (422) if the configured processor cannot take the price. */
export function requireChargeablePrice(
  { processor }: Deps,
  { billingModel, priceCents, currency }: OfferTerms,
) {
  if (processor === null || billingModel === 'custom_quote' || priceCents === null) return
  toProviderAmount(priceCents, currency)
}

const isPriced = (row: OfferRow): boolean =>
  row.status === 'active' && row.billing_model !== 'custom_quote' && row.price_cents !== null

const stamp = (deps: Deps, row: OfferRow, ids: Parameters<typeof stampOffer>[2]) =>
  inTransaction(deps.db, undefined, (tx) => stampOffer(tx, row, ids))

async function push(
  deps: Deps,
  processor: Processor,
  row: OfferRow,
  accountId: string,
): Promise<OfferRow> {
  // A product on another account stays there. This account gets its own product.
  const here = row.payments_account_id === accountId
  const { productId, priceId } = await processor.mirrorOffer(accountId, {
    offerId: row.id,
    termsVersion: row.terms_version,
    productId: here ? row.payments_product_id : null,
    previousPriceId: here ? row.payments_price_id : null,
    name: row.name,
    description: row.description,
    priceCents: Number(row.price_cents),
    currency: row.currency,
    interval: row.interval,
  })
  const stamped = await stamp(deps, row, {
    payments_product_id: productId,
    payments_price_id: priceId,
    payments_account_id: accountId,
  })
  if (stamped === undefined) await takeBack(deps, processor, row, { accountId, productId, priceId })
  return stamped ?? row
}

/**
 * Handles a newer change that was stored first: archives this price and gives the product the
 * newest name and description.
 */
async function takeBack(
  deps: Deps,
  processor: Processor,
  { org_id: orgId, id }: OfferRow,
  { accountId, productId, priceId }: { accountId: string; productId: string; priceId: string },
): Promise<void> {
  let described: number | undefined
  for (;;) {
    const latest = await findOfferRow(deps.db, orgId, id)
    if (latest === undefined || latest.terms_version === described) return
    if (described === undefined) await processor.archivePrice(accountId, priceId)
    if (isPriced(latest) && latest.payments_product_id === productId) {
      await processor.describeProduct(accountId, productId, latest)
    } else {
      await processor.archiveProduct(accountId, productId, null)
    }
    described = latest.terms_version
  }
}

/** Mirrors up to `limit` offers that an earlier failure left behind, taking orgs in turn. */
export async function mirrorLeftovers(deps: Deps, limit: number): Promise<void> {
  const rows = await inTransaction(deps.db, undefined, (tx) =>
    claimUnmirrored(tx, deps.now(), limit),
  )
  for (const row of takingTurns(rows)) await mirrorOffer(deps, row)
}

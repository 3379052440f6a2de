import { AppError } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findConnectedAccount } from '../payments/connected-account.ts'
import type { Processor } from '../payments/processor.ts'
import { takingTurns } from '../taking-turns.ts'
import type { OfferRow } from './offer.ts'

/**
 * Brings the processor's product and price to what the catalog says, and stamps their ids; nothing without a
 * processor or a connected account. A processor that fails is logged, and the offer stays as it is.
 */
export async function mirrorOffer(deps: Deps, db: Db, row: OfferRow): Promise<OfferRow> {
  try {
    return await mirrorOfferOrThrow(deps, db, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, offer: row.id }, '[payments] the offer could not be mirrored')
    return row
  }
}

/** The same; throws `unavailable` or `processor_refused`. */
export async function mirrorOfferOrThrow(deps: Deps, db: Db, row: OfferRow): Promise<OfferRow> {
  const { processor } = deps
  if (processor === null) return row
  const accountId = (await findConnectedAccount(db, row.org_id))?.account_id
  if (accountId === undefined) return row
  const current = row.payments_account_id === accountId
  if (current && row.mirrored_terms === row.terms_version) return row
  if (isPriced(row)) return push(processor, db, row, accountId, Number(row.price_cents))
  if (row.payments_product_id === null || row.payments_account_id === null) return row
  await processor.archiveProduct(row.payments_account_id, row.payments_product_id, row.payments_price_id)
  const stamped = await stamp(db, row, {
    payments_product_id: row.payments_product_id,
    payments_price_id: row.status === 'archived' ? row.payments_price_id : null,
    payments_account_id: row.payments_account_id,
  })
  return stamped ?? row
}

const isPriced = (row: OfferRow): boolean =>
  row.status === 'active' && row.billing_model !== 'custom_quote' && row.price_cents !== null

async function push(
  processor: Processor,
  db: Db,
  row: OfferRow,
  accountId: string,
  priceCents: number,
): Promise<OfferRow> {
  // What exists on another account is left there; this one gets its own.
  const here = row.payments_account_id === accountId
  const { productId, priceId } = await processor.mirrorOffer(accountId, {
    offerId: row.id,
    termsVersion: row.terms_version,
    productId: here ? row.payments_product_id : null,
    previousPriceId: here ? row.payments_price_id : null,
    name: row.name,
    description: row.description,
    priceCents,
    currency: row.currency,
    interval: row.interval,
  })
  const stamped = await stamp(db, row, {
    payments_product_id: productId,
    payments_price_id: priceId,
    payments_account_id: accountId,
  })
  if (stamped === undefined) await takeBack(processor, db, row, { accountId, productId, priceId })
  return stamped ?? row
}

/**
 * After a newer change overtook this one: its price is archived, since nobody sells at it, and the product says what
 * the newest change says, whichever of their calls came last.
 */
async function takeBack(
  processor: Processor,
  db: Db,
  overtaken: OfferRow,
  { accountId, productId, priceId }: { accountId: string; productId: string; priceId: string },
): Promise<void> {
  let said: number | undefined
  for (;;) {
    const latest = await db
      .selectFrom('offers')
      .selectAll()
      .where('org_id', '=', overtaken.org_id)
      .where('id', '=', overtaken.id)
      .executeTakeFirst()
    if (latest === undefined || latest.terms_version === said) return
    if (said === undefined) await processor.archivePrice(accountId, priceId)
    if (isPriced(latest) && latest.payments_product_id === productId) {
      await processor.describeProduct(accountId, productId, latest)
    } else {
      await processor.archiveProduct(accountId, productId, null)
    }
    said = latest.terms_version
  }
}

/** Undefined when the terms have changed meanwhile: the newer change's own mirroring stamps. */
async function stamp(
  db: Db,
  row: OfferRow,
  ids: Pick<OfferRow, 'payments_product_id' | 'payments_price_id' | 'payments_account_id'>,
): Promise<OfferRow | undefined> {
  return db
    .updateTable('offers')
    .set({ ...ids, mirrored_terms: row.terms_version, version: sql<number>`version + 1` })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .where('terms_version', '=', row.terms_version)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Mirrors offers that a failure left behind, for the poller; at most `limit`, of every org the one that was not tried
 * for longest before the second of any.
 */
export async function mirrorLeftovers(deps: Deps, limit: number): Promise<void> {
  const now = deps.now()
  const { rows } = await sql<OfferRow>`
    update offers set mirror_tried_at = ${now}
    where id in (
      select id from (
        select offers.id, offers.mirror_tried_at,
          row_number() over (partition by offers.org_id order by offers.mirror_tried_at nulls first, offers.id) as turn
        from offers join payment_accounts on payment_accounts.org_id = offers.org_id
        where offers.mirrored_terms is distinct from offers.terms_version
          and ((offers.status = 'active' and offers.billing_model <> 'custom_quote')
            or offers.payments_product_id is not null)
          and offers.updated_at < now() - interval '1 minute'
      ) as leftovers
      order by turn, mirror_tried_at nulls first, id limit ${limit}
    )
    returning *`.execute(deps.db)
  for (const row of takingTurns(rows)) await mirrorOffer(deps, deps.db, row)
}

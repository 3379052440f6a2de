import { type OfferListQuery, offerErrors } from '@atrium/contracts'
import {
  containsText,
  isUniqueViolation,
  type PageQuery,
  readPage,
  toColumns,
} from '@atrium/database'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, Transaction } from '../database.ts'
import type { OfferRow } from './offer.ts'

const notFound = () => offerErrors.not_found()

export function listOfferRows(
  db: Db,
  orgId: string,
  { q, status, billingModel, ...page }: OfferListQuery,
) {
  const query = db
    .selectFrom('offers')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, ...toColumns({ status, billingModel }) }))
    .$if(Boolean(q), (all) => all.where(containsText(['name', 'description'], q ?? '')))
  return readPage(db, query.orderBy('id', 'desc'), page)
}

const selectOffer = (db: Db, orgId: string, id: string) =>
  db.selectFrom('offers').selectAll().where('org_id', '=', orgId).where('id', '=', id)

export const findOfferRow = (db: Db, orgId: string, id: string) =>
  selectOffer(db, orgId, id).executeTakeFirst()

export const findOfferRows = (db: Db, orgId: string, ids: readonly string[]) =>
  db.selectFrom('offers').selectAll().where('org_id', '=', orgId).where('id', 'in', ids).execute()

export const getOfferRow = (db: Db, orgId: string, id: string) =>
  selectOffer(db, orgId, id).executeTakeFirstOrThrow(notFound)

/** Locks an offer until the transaction ends. Throws `not_found`. */
export const lockOfferRow = (tx: Transaction, orgId: string, id: string) =>
  selectOffer(tx, orgId, id).forUpdate().executeTakeFirstOrThrow(notFound)

const activeOffers = (db: Db, orgId: string) =>
  db.selectFrom('offers').selectAll().where('org_id', '=', orgId).where('status', '=', 'active')

const publicOffers = (db: Db, orgId: string) =>
  activeOffers(db, orgId).where('published', '=', true)

export const listPublicOfferRows = (db: Db, orgId: string, page: PageQuery) =>
  readPage(db, publicOffers(db, orgId).orderBy('id'), page)

/** Throws `not_found`, also if the offer is not published. */
export const getPublicOfferRow = (db: Db, orgId: string, slug: string) =>
  publicOffers(db, orgId).where('slug', '=', slug).executeTakeFirstOrThrow(notFound)

export const findActiveOffer = (db: Db, orgId: string, slug: string) =>
  activeOffers(db, orgId).where('slug', '=', slug).executeTakeFirst()

export const getActiveOfferRow = (db: Db, orgId: string, slug: string) =>
  activeOffers(db, orgId).where('slug', '=', slug).executeTakeFirstOrThrow(notFound)

export const findActiveOffers = async (db: Db, orgId: string, slugs: readonly string[]) =>
  slugs.length === 0 ? [] : activeOffers(db, orgId).where('slug', 'in', slugs).execute()

/** Returns undefined if another active offer has the slug. */
export const insertOffer = (tx: Transaction, row: NewRow<'offers'>) =>
  tx
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Raises the version. Throws `slug_taken`. */
export const updateOfferRow = (
  tx: Transaction,
  orgId: string,
  id: string,
  changes: Changes<'offers'>,
) =>
  tx
    .updateTable('offers')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where((eb) => eb.and({ org_id: orgId, id }))
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTakenSlug)

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error, 'offers_slug') ? takenSlug(error) : error
}

/** The refusal of a slug that another active offer has. */
export const takenSlug = (cause?: unknown) =>
  offerErrors.slug_taken({
    cause,
    details: { errors: [{ path: 'slug', message: 'Choose another web address' }] },
  })

type ProcessorIds = Pick<
  OfferRow,
  'payments_product_id' | 'payments_price_id' | 'payments_account_id'
>

/**
 * Stores an offer's processor ids. Returns undefined if its terms have changed since `row` was
 * read.
 */
export const stampOffer = (tx: Transaction, row: OfferRow, ids: ProcessorIds) =>
  tx
    .updateTable('offers')
    .set({ ...ids, mirrored_terms: row.terms_version, version: sql<number>`version + 1` })
    .where((eb) => eb.and({ org_id: row.org_id, id: row.id, terms_version: row.terms_version }))
    .returningAll()
    .executeTakeFirst()

/**
 * Claims offers whose terms differ at the processor and are unchanged for a minute, taking orgs in
 * turn.
 */
export const claimUnmirrored = async (
  tx: Transaction,
  now: Date,
  limit: number,
): Promise<OfferRow[]> => {
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
    returning *`.execute(tx)
  return rows
}

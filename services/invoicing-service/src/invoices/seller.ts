import type { PutSeller, Seller } from '@atrium/contracts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'

/** A seller of which nothing is known. */
export const unnamed: Seller = {
  name: '',
  line1: null,
  line2: null,
  city: null,
  postalCode: null,
  country: null,
  taxId: null,
  registration: null,
}

/** Who an org's invoices are from; without a name until it is set. */
export const getSeller = async (db: Db, orgId: string): Promise<Seller> =>
  (await findSeller(db, orgId)) ?? unnamed

/** The same; undefined until it is set. */
export async function findSeller(db: Db, orgId: string): Promise<Seller | undefined> {
  const row = await db.selectFrom('sellers').selectAll().where('org_id', '=', orgId).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    name: row.name,
    line1: row.line1,
    line2: row.line2,
    city: row.city,
    postalCode: row.postal_code,
    country: row.country,
    taxId: row.tax_id,
    registration: row.registration,
  }
}

/** Sets it as a whole. */
export async function putSeller(
  deps: Deps,
  orgId: string,
  input: z.output<typeof PutSeller>,
): Promise<Seller> {
  const columns = {
    name: input.name,
    line1: input.line1,
    line2: input.line2,
    city: input.city,
    postal_code: input.postalCode,
    country: input.country,
    tax_id: input.taxId,
    registration: input.registration,
  }
  await deps.db
    .insertInto('sellers')
    .values({ org_id: orgId, ...columns })
    .onConflict((conflict) =>
      conflict.column('org_id').doUpdateSet({ ...columns, updated_at: sql<Date>`now()` }),
    )
    .execute()
  return getSeller(deps.db, orgId)
}

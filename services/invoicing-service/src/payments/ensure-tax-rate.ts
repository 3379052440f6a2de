import type { Deps } from '../deps.ts'
import type { Processor } from './processor.ts'

/**
 * The processor's tax rate for a number of basis points, created once per account; one of zero as well, since every
 * item carries a rate (docs/reference/invoicing.md, "Invoices").
 */
export async function ensureTaxRate(
  deps: Deps,
  processor: Processor,
  accountId: string,
  rateBps: number,
): Promise<string> {
  const known = await deps.db
    .selectFrom('tax_rates')
    .select('tax_rate_id')
    .where('account_id', '=', accountId)
    .where('rate_bps', '=', rateBps)
    .executeTakeFirst()
  if (known !== undefined) return known.tax_rate_id
  const id = await processor.createTaxRate(accountId, rateBps)
  await deps.db
    .insertInto('tax_rates')
    .values({ account_id: accountId, rate_bps: rateBps, tax_rate_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

/** Makes a rate anew that the processor does not have any more. */
export async function replaceTaxRate(
  deps: Deps,
  processor: Processor,
  accountId: string,
  rateBps: number,
  gone: string,
): Promise<void> {
  const id = await processor.createTaxRate(accountId, rateBps, gone)
  await deps.db
    .updateTable('tax_rates')
    .set({ tax_rate_id: id })
    .where('account_id', '=', accountId)
    .where('rate_bps', '=', rateBps)
    .where('tax_rate_id', '=', gone)
    .execute()
}

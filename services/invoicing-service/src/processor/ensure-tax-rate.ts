import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { findTaxRate, putTaxRate } from './accounts.db.ts'
import type { Processor } from './processor.ts'

/** The rate of an account, created on first use; zero has one as well, since every item carries a rate. */
export async function ensureTaxRate(deps: Deps, processor: Processor, accountId: string, rateBps: number) {
  const known = await findTaxRate(deps.db, accountId, rateBps)
  return known?.tax_rate_id ?? createTaxRate(deps, processor, accountId, rateBps)
}

/** Creates a rate in place of `gone`, which the processor no longer has. */
export async function createTaxRate(
  deps: Deps,
  processor: Processor,
  accountId: string,
  rateBps: number,
  gone?: string,
): Promise<string> {
  const id = await processor.createTaxRate(accountId, rateBps, gone)
  const row = { account_id: accountId, rate_bps: rateBps, tax_rate_id: id }
  await inTransaction(deps.db, undefined, (tx) => putTaxRate(tx, row, gone))
  return id
}

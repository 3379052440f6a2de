import { commonErrors, processorErrors } from '@atrium/contracts'
import { audit, createView, inTransaction, toColumns } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  countForgotten,
  deleteAccount,
  findAccountOwner,
  findAccountRow,
  findTaxRate,
  insertAccount,
  insertForgotten,
  putTaxRate,
  updateAccount,
} from './accounts.db.ts'
import { type Processor, ProcessorAccount, undefinedIfRefused } from './processor.ts'

const toAccount = createView(ProcessorAccount)

export async function findAccount(db: Db, orgId: string): Promise<ProcessorAccount | undefined> {
  const row = await findAccountRow(db, orgId)
  return row && toAccount(row)
}

export const orgOfAccount = async (db: Db, accountId: string): Promise<string | undefined> =>
  (await findAccountOwner(db, accountId))?.org_id

/** Returns the org behind the operator's account, because it sells plans and credits. */
export async function findSellerOrg(deps: Deps): Promise<string | undefined> {
  const accountId = deps.config.ENTITLEMENT_SELLER_ACCOUNT_ID
  return accountId ? orgOfAccount(deps.db, accountId) : undefined
}

/** Returns the org selling plans and credits. Throws `not_configured` (400) if there is none. */
export async function getSellerOrg(deps: Deps): Promise<string> {
  const orgId = await findSellerOrg(deps)
  if (orgId === undefined)
    throw commonErrors.not_configured({ message: 'Selling is not configured' })
  return orgId
}

/** Fetches an account from the processor and stores its state. Throws `unavailable`, `processor_refused`. */
export async function syncAccount(deps: Deps, processor: Processor, accountId: string) {
  const askedAt = Math.floor(deps.now().getTime() / 1000)
  const account = await processor.account(accountId)
  await inTransaction(deps.db, undefined, (tx) => recordAccount(tx, account, askedAt))
  return account
}

type StatedAccount = Pick<ProcessorAccount, 'accountId'> & {
  [K in keyof ProcessorAccount]?: ProcessorAccount[K] | undefined
}

/**
 * Stores an account state (`statedAt` in seconds since 1970) unless a later one is stored. Returns
 * true if it was stored.
 */
export const recordAccount = (
  tx: Transaction,
  { accountId, ...flags }: StatedAccount,
  statedAt: number,
) => updateAccount(tx, accountId, statedAt, toColumns(flags))

/**
 * Returns the account if charges are enabled, by its stored state or else by its state at the
 * processor. Throws `charges_not_enabled`.
 */
export async function chargingAccount(
  deps: Deps,
  processor: Processor,
  orgId: string,
): Promise<string> {
  const existingAccount = await findAccount(deps.db, orgId)
  if (existingAccount?.chargesEnabled) return existingAccount.accountId
  // If the processor does not return the account, it cannot charge either.
  const live =
    existingAccount &&
    (await syncAccount(deps, processor, existingAccount.accountId).catch(undefinedIfRefused))
  if (!live?.chargesEnabled) throw processorErrors.charges_not_enabled()
  return live.accountId
}

/**
 * Creates an org's account at the processor. Returns the id of the stored account, which a
 * concurrent request may have created.
 */
export async function connectAccount(
  { db }: Deps,
  processor: Processor,
  orgId: string,
  name?: string,
) {
  const created = await processor.createAccount(orgId, await countForgotten(db, orgId), name)
  await inTransaction(db, undefined, async (tx) => {
    const isNew = await insertAccount(tx, { org_id: orgId, ...toColumns(created) })
    if (isNew) await auditAccount(tx, orgId, 'payments_account.connected', created.accountId)
  })
  return (await findAccount(db, orgId))?.accountId ?? created.accountId
}

/**
 * Disconnects an org's account, or only the named one. Returns false if there is none. The account
 * stays at the processor.
 */
export async function forgetAccount(
  tx: Transaction,
  orgId: string,
  accountId?: string,
): Promise<boolean> {
  const row = await deleteAccount(tx, orgId, accountId)
  if (row === undefined) return false
  await insertForgotten(tx, row)
  await auditAccount(tx, orgId, 'payments_account.removed', row.account_id)
  return true
}

const auditAccount = (
  tx: Transaction,
  orgId: string,
  action: 'payments_account.connected' | 'payments_account.removed',
  accountId: string,
): Promise<void> =>
  audit(tx, orgId, { action, target: { type: 'payments_account', id: accountId, name: accountId } })

/**
 * Returns an account's tax rate, created on first use. A rate of zero is created too, because every
 * item needs a tax rate.
 */
export async function ensureTaxRate(
  deps: Deps,
  processor: Processor,
  accountId: string,
  rateBps: number,
) {
  const existing = await findTaxRate(deps.db, accountId, rateBps)
  return existing?.tax_rate_id ?? createTaxRate(deps, { processor, accountId, rateBps })
}

/** Creates a tax rate to replace `gone`, which the processor no longer has. */
export async function createTaxRate(
  deps: Deps,
  {
    processor,
    accountId,
    rateBps,
    gone,
  }: { processor: Processor; accountId: string; rateBps: number; gone?: string | undefined },
): Promise<string> {
  const id = await processor.createTaxRate(accountId, rateBps, gone)
  const row = { account_id: accountId, rate_bps: rateBps, tax_rate_id: id }
  await inTransaction(deps.db, undefined, (tx) => putTaxRate(tx, row, gone))
  return id
}

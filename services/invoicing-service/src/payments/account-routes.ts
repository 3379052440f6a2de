import {
  AppError,
  commonErrors,
  disconnectPayments,
  getPaymentsStatus,
  type OrgPrincipal,
  onboardPayments,
  type PaymentsStatus,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { abandonPushes } from '../invoices/abandon-pushes.ts'
import { clearIdsOf, countForgotten, findAccount, forgetAccount } from './accounts.db.ts'
import { isGone } from './is-gone.ts'
import { isRefusal, type Processor } from './processor.ts'
import { requireProcessor } from './require-processor.ts'
import { recordAccount, syncAccount } from './sync-account.ts'

/**
 * The connected account, asked of the processor now; as it was last known if that fails, and unable to charge once it
 * is gone there. Throws `not_configured`.
 */
async function paymentsStatus(deps: Deps, { orgId }: OrgPrincipal): Promise<PaymentsStatus> {
  const processor = requireProcessor(deps)
  const row = await findAccount(deps.db, orgId)
  if (row === undefined) {
    return { connected: false, accountId: null, chargesEnabled: false, detailsSubmitted: false }
  }
  const { account_id: accountId, charges_enabled: chargesEnabled, details_submitted: detailsSubmitted } = row
  const account = await syncAccount(deps, processor, accountId).catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, account: accountId }, '[payments] the account could not be looked at')
    if (!isGone(error)) return { accountId, chargesEnabled, detailsSubmitted }
    const none = { accountId, chargesEnabled: false, detailsSubmitted: false }
    await recordAccount(deps.db, none, Math.floor(deps.now().getTime() / 1000))
    return none
  })
  return { connected: true, ...account }
}

/** Where to begin or continue the onboarding; an org has one account, which is replaced when it is gone. */
async function onboard(deps: Deps, { orgId }: OrgPrincipal): Promise<{ url: string }> {
  const processor = requireProcessor(deps)
  const link = (accountId: string) =>
    processor.onboardingUrl(accountId, `${deps.config.DASHBOARD_URL}/settings/payments`)
  const known = await findAccount(deps.db, orgId)
  if (known !== undefined) {
    try {
      return { url: await link(known.account_id) }
    } catch (error) {
      if (!isGone(error) && !(isRefusal(error) && (await isUnknown(processor, known.account_id)))) throw error
      deps.logger.warn({ err: error, account: known.account_id }, '[payments] a gone account is replaced')
      await inTransaction(deps.db, undefined, async (tx) => {
        await forgetAccount(tx, orgId, known.account_id)
        await clearIdsOf(tx, orgId, known.account_id)
        await abandonPushes(tx, orgId, known.account_id)
      })
    }
  }
  return { url: await link(await newAccount(deps, processor, orgId)) }
}

/** Whether the processor does not have an account; a refused link need not say so. */
const isUnknown = (processor: Processor, accountId: string): Promise<boolean> =>
  processor.account(accountId).then(() => false, isGone)

/** Makes the org's account, or finds that somebody else did. */
async function newAccount(deps: Deps, processor: Processor, orgId: string): Promise<string> {
  const account = await processor.createAccount(orgId, await countForgotten(deps.db, orgId))
  await deps.db
    .insertInto('payment_accounts')
    .values({
      org_id: orgId,
      account_id: account.accountId,
      charges_enabled: account.chargesEnabled,
      details_submitted: account.detailsSubmitted,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findAccount(deps.db, orgId))?.account_id ?? account.accountId
}

/** Forgets the account; it stays at the processor. Throws `not_configured`, `not_found`. */
async function disconnect(deps: Deps, { orgId }: OrgPrincipal): Promise<void> {
  requireProcessor(deps)
  const forgotten = await inTransaction(deps.db, undefined, (tx) => forgetAccount(tx, orgId))
  if (!forgotten) throw commonErrors.not_found({ message: 'No payments account is connected' })
}

/** Mounts the connected account's operations. */
export function mountPaymentAccounts(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, getPaymentsStatus, ({ principal }) => paymentsStatus(deps, principal))
  mount(app, onboardPayments, ({ principal }) => onboard(deps, principal), deps.db, { apart: true })
  mount(app, disconnectPayments, async ({ principal }) => {
    await disconnect(deps, principal)
    return undefined
  })
}

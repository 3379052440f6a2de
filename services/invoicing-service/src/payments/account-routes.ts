import {
  AppError,
  getPaymentsStatus,
  type OrgPrincipal,
  onboardPayments,
  type PaymentsStatus,
} from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { requireProcessor } from './require-processor.ts'
import { syncAccount } from './sync-account.ts'

const accountOf = (deps: Deps, orgId: string) =>
  deps.db.selectFrom('payment_accounts').selectAll().where('org_id', '=', orgId).executeTakeFirst()

/** The connected account, asked of the processor now; as it was last known if that fails. Throws `not_configured`. */
async function paymentsStatus(deps: Deps, { orgId }: OrgPrincipal): Promise<PaymentsStatus> {
  const processor = requireProcessor(deps)
  const row = await accountOf(deps, orgId)
  if (row === undefined) {
    return { connected: false, accountId: null, chargesEnabled: false, detailsSubmitted: false }
  }
  const { account_id: accountId, charges_enabled: chargesEnabled, details_submitted: detailsSubmitted } = row
  const account = await syncAccount(deps, processor, accountId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, account: accountId }, '[payments] the account could not be looked at')
    return { accountId, chargesEnabled, detailsSubmitted }
  })
  return { connected: true, ...account }
}

/** Where to begin or continue the onboarding; the account is created once per org. */
async function onboard(deps: Deps, { orgId }: OrgPrincipal): Promise<{ url: string }> {
  const processor = requireProcessor(deps)
  let row = await accountOf(deps, orgId)
  if (row === undefined) {
    const account = await processor.createAccount(orgId)
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
    row = await accountOf(deps, orgId)
  }
  const accountId = row?.account_id ?? ''
  return { url: await processor.onboardingUrl(accountId, `${deps.config.DASHBOARD_URL}/settings/payments`) }
}

/** Mounts the connected account's operations. */
export function mountPaymentAccounts(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, getPaymentsStatus, ({ principal }) => paymentsStatus(deps, principal))
  mount(app, onboardPayments, ({ principal }) => onboard(deps, principal), deps.db, { apart: true })
}

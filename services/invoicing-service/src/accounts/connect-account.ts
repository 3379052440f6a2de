import { AppError, commonErrors, type PaymentsStatus } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { abandonPushes } from '../invoices/processor/discard-push.ts'
import { findSeller } from '../invoices/seller.ts'
import {
  connectAccount,
  findAccount,
  forgetAccount,
  recordAccount,
  syncAccount,
} from '../processor/accounts.ts'
import { isRefusal, type Processor, requireProcessor } from '../processor/processor.ts'
import { clearAccountIds } from './clear-ids.db.ts'

const isGone = (error: unknown): boolean => isRefusal(error) && error.gone

/**
 * Returns the account from the processor, or the stored one if the processor does not respond. An
 * account that is gone cannot charge. Throws `not_configured`.
 */
export async function getStatus(
  deps: Deps,
  { principal: { orgId } }: Ctx,
): Promise<PaymentsStatus> {
  const processor = requireProcessor(deps)
  const linkedAccount = await findAccount(deps.db, orgId)
  if (linkedAccount === undefined) {
    return { connected: false, accountId: null, chargesEnabled: false, detailsSubmitted: false }
  }
  const { accountId } = linkedAccount
  const account = await syncAccount(deps, processor, accountId).catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn(
      { err: error, account: accountId },
      '[payments] the account could not be fetched',
    )
    if (!isGone(error)) return linkedAccount
    const disabled = { accountId, chargesEnabled: false, detailsSubmitted: false }
    const now = Math.floor(deps.now().getTime() / 1000)
    await inTransaction(deps.db, undefined, (tx) => recordAccount(tx, disabled, now))
    return { ...disabled, lost: true as const }
  })
  return { connected: true, ...account }
}

/**
 * Returns the URL where onboarding starts or continues. An org has one account, which is replaced
 * if the processor no longer has it. Throws `not_configured`, `unavailable`, `processor_refused`.
 */
export async function onboard(deps: Deps, { principal: { orgId } }: Ctx): Promise<{ url: string }> {
  const processor = requireProcessor(deps)
  const link = async (accountId: string): Promise<{ url: string }> => ({
    url: await processor.onboardingUrl(accountId, `${deps.config.DASHBOARD_URL}/settings/payments`),
  })
  const linkedAccountId = (await findAccount(deps.db, orgId))?.accountId
  if (linkedAccountId !== undefined) {
    try {
      return await link(linkedAccountId)
    } catch (error) {
      if (!isGone(error) && !(isRefusal(error) && (await isUnknown(processor, linkedAccountId))))
        throw error
      deps.logger.warn(
        { err: error, account: linkedAccountId },
        '[payments] an account that is gone is replaced',
      )
      await inTransaction(deps.db, undefined, async (tx) => {
        await forgetAccount(tx, orgId, linkedAccountId)
        await clearAccountIds(tx, orgId, linkedAccountId)
        await abandonPushes(tx, orgId, linkedAccountId)
      })
    }
  }
  const seller = await findSeller(deps.db, orgId)
  return link(await connectAccount(deps, processor, orgId, seller?.name))
}

/**
 * True if the processor does not have the account. The account is looked up, because a refused link
 * need not name the cause.
 */
const isUnknown = (processor: Processor, accountId: string): Promise<boolean> =>
  processor.account(accountId).then(() => false, isGone)

/**
 * Disconnects the account here. The account stays at the processor. Throws `not_configured`,
 * `not_found`.
 */
export async function disconnect(deps: Deps, { principal: { orgId } }: Ctx): Promise<undefined> {
  requireProcessor(deps)
  const isForgotten = await inTransaction(deps.db, undefined, (tx) => forgetAccount(tx, orgId))
  if (!isForgotten)
    throw commonErrors.not_found({
      message: 'No payment account is connected. Connect one first.',
    })
}

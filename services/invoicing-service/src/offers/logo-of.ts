import { AppError, OrgSettingsOf } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Deps } from '../deps.ts'

/** The logo of an org; null without one, and while identity does not answer within a second. */
export async function logoOf(deps: Deps, orgId: string): Promise<string | null> {
  try {
    return (await callRpc(deps.bus, OrgSettingsOf, { orgId }, { timeoutMs: 1_000 })).settings.logoUrl
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.logger.warn({ err: error, org: orgId }, '[offers] the logo of the organisation is not known')
    return null
  }
}

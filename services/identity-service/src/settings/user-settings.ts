import { commonErrors, type Principal, type UserSettings, type UserSettingsChange } from '@atrium/contracts'
import { columnsOf, inTransaction } from '@atrium/database'
import type { z } from 'zod'
import type { Ctx, Deps } from '../deps.ts'
import { getOrgSettings } from './org-settings.ts'
import { findAddress, findUserSettings, putUserSettings } from './settings.db.ts'

/** The settings of the signed-in user, by default the org's and the account's. Throws 403 without a session. */
export async function getUserSettings(deps: Deps, { principal }: Ctx<Principal>): Promise<UserSettings> {
  requireSession(principal)
  const { userId, orgId } = principal
  const [row, email, org] = await Promise.all([
    findUserSettings(deps.db, userId),
    findAddress(deps.db, userId),
    getOrgSettings(deps, orgId ?? ''),
  ])
  if (email === undefined) throw commonErrors.unauthenticated()
  return {
    notificationEmail: row?.notification_email ?? email,
    timezone: row?.timezone ?? org.timezone,
    locale: row?.locale ?? org.locale,
    theme: row?.theme ?? 'system',
  }
}

/** Changes the settings that the input names; null restores a default. Throws 403 for a caller without a session. */
export async function updateUserSettings(
  deps: Deps,
  ctx: Ctx<Principal>,
  input: z.output<typeof UserSettingsChange>,
): Promise<UserSettings> {
  requireSession(ctx.principal)
  const columns = columnsOf(input)
  if (Object.keys(columns).length > 0) {
    const { userId } = ctx.principal
    await inTransaction(deps.db, undefined, (tx) => putUserSettings(tx, userId, columns))
    const settings = Object.keys(columns)
    deps.logger.info({ user: userId, settings }, '[settings] settings of a user are changed')
  }
  return getUserSettings(deps, ctx)
}

// A key acts for its org and must not redirect the mail of its creator.
function requireSession({ via }: Principal): void {
  if (via !== 'session') throw commonErrors.forbidden()
}

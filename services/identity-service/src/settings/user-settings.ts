import {
  commonErrors,
  type OrgSettings,
  type Principal,
  type UserSettings,
  type UserSettingsChange,
} from '@atrium/contracts'
import { inTransaction, toColumns } from '@atrium/database'
import { checkIfMatch, contentEtag } from '@atrium/http'
import type { z } from 'zod'
import type { Ctx, Deps } from '../deps.ts'
import { getOrgSettings } from './org-settings.ts'
import {
  findAddress,
  findUserSettings,
  lockUserSettings,
  putUserSettings,
  type UserSettingsRow,
} from './settings.db.ts'

export interface VersionedUserSettings {
  readonly settings: UserSettings
  readonly etag: string
}

/**
 * Returns the signed-in user's settings. They default to those of the org and the account. Throws
 * 403 without a session.
 */
export async function getUserSettings(
  deps: Deps,
  ctx: Ctx<Principal>,
): Promise<VersionedUserSettings> {
  requireSession(ctx.principal)
  return show(deps, ctx.principal, await findUserSettings(deps.db, ctx.principal.userId))
}

/**
 * Returns the theme and language that a user sees an org in, and if the user's address is
 * confirmed. Returns undefined if the user is deleted.
 */
export async function readViewer(
  deps: Pick<Deps, 'db'>,
  { orgId, userId }: { orgId: string; userId: string },
) {
  const [row, user, org] = await Promise.all([
    findUserSettings(deps.db, userId),
    findAddress(deps.db, userId),
    getOrgSettings(deps, orgId),
  ])
  if (user === undefined) return undefined
  const { theme, locale } = toSettings(row, user.email, org)
  return { emailVerified: user.emailVerified, theme, locale }
}

/**
 * Changes the given settings. Null restores a default. Throws 403 without a session, and
 * `precondition_failed` (412) if the user's settings have changed since `ifMatch`.
 */
export async function updateUserSettings(
  deps: Deps,
  { principal }: Ctx<Principal>,
  { input, ifMatch }: { input: z.output<typeof UserSettingsChange>; ifMatch?: string | undefined },
): Promise<VersionedUserSettings> {
  requireSession(principal)
  const { userId } = principal
  const columns = toColumns(input)
  const row = await inTransaction(deps.db, undefined, async (tx) => {
    const before = await lockUserSettings(tx, userId)
    checkIfMatch(ifMatch, settingsVersion(userId, before))
    return Object.keys(columns).length === 0 ? before : putUserSettings(tx, userId, columns)
  })
  const settings = Object.keys(columns)
  if (settings.length > 0) {
    deps.logger.info({ user: userId, settings }, '[settings] settings of a user are changed')
  }
  return show(deps, principal, row)
}

async function show(
  deps: Deps,
  { userId, orgId }: Principal,
  row: UserSettingsRow | undefined,
): Promise<VersionedUserSettings> {
  const [user, org] = await Promise.all([
    findAddress(deps.db, userId),
    getOrgSettings(deps, orgId ?? ''),
  ])
  if (user === undefined) throw commonErrors.unauthenticated()
  return { settings: toSettings(row, user.email, org), etag: settingsVersion(userId, row) }
}

const toSettings = (
  row: UserSettingsRow | undefined,
  email: string,
  org: Pick<OrgSettings, 'timezone' | 'locale'>,
): UserSettings => ({
  notificationEmail: row?.notification_email ?? email,
  timezone: row?.timezone ?? org.timezone,
  locale: row?.locale ?? org.locale,
  theme: row?.theme ?? 'system',
})

/**
 * Returns a version computed from the user's own values only, because a change of the
 * organisation's defaults does not count as a change by the user.
 */
function settingsVersion(userId: string, row: UserSettingsRow | undefined): string {
  const ownValues = [row?.notification_email, row?.timezone, row?.locale, row?.theme].map(
    (value) => value ?? null,
  )
  return contentEtag(userId, ownValues)
}

// A key acts for its org and must not redirect its creator's mail.
function requireSession({ via }: Principal): void {
  if (via !== 'session') throw commonErrors.forbidden()
}

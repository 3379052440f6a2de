import {
  commonErrors,
  type NotificationSettings,
  type NotificationSettingsChange,
  notificationKinds,
  type Principal,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { z } from 'zod'
import type { Ctx, Deps } from '../deps.ts'
import { defaultChoices } from './notice.ts'
import { findSettings, findZone, putSettings, type SettingsRow } from './settings.db.ts'
import { nextSummary } from './summary-time.ts'

// A key acts for its org and must not change where its creator is notified.
export function requireSession({ via }: Pick<Principal, 'via'>): void {
  if (via !== 'session') throw commonErrors.forbidden()
}

const toSettings = (row: SettingsRow | undefined): NotificationSettings => ({
  items: notificationKinds.map((kind) => ({
    kind,
    ...(row?.kinds[kind] ?? defaultChoices[kind]),
  })),
  dailySummary: row?.daily_summary ?? false,
})

/** Returns where the caller is notified. Throws 403 without a session. */
export async function getSettings(
  { db }: Pick<Deps, 'db'>,
  { principal }: Ctx,
): Promise<NotificationSettings> {
  requireSession(principal)
  return toSettings(await findSettings(db, principal))
}

/** Changes where the caller is notified. Throws 403 without a session. */
export async function updateSettings(
  { db, now, logger }: Pick<Deps, 'db' | 'now' | 'logger'>,
  { principal }: Ctx,
  { items, dailySummary }: z.output<typeof NotificationSettingsChange>,
): Promise<NotificationSettings> {
  requireSession(principal)
  const chosen = Object.fromEntries(
    items.map(({ kind, page, mail, push }) => [kind, { page, mail, push }]),
  )
  const row = await inTransaction(db, undefined, async (tx) => {
    const before = await findSettings(tx, principal)
    const daily_summary = dailySummary ?? before?.daily_summary ?? false
    const summary_at = daily_summary
      ? (before?.summary_at ?? nextSummary(now(), await findZone(tx, principal)))
      : null
    return putSettings(tx, principal, { kinds: chosen, daily_summary, summary_at })
  })
  logger.info({ user: principal.userId }, '[notifications] settings of a user are changed')
  return toSettings(row)
}

import type { PutReminderSettings, ReminderSettings } from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import { checkIfMatch, contentEtag } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { findSettings, lockSettings, putSettings, type SettingsRow } from './reminders.db.ts'

const off: ReminderSettings = { enabled: false, daysBefore: [], daysAfter: [] }

const ascending = (a: number, b: number): number => a - b

const toSettings = ({ enabled, days }: SettingsRow): ReminderSettings => ({
  enabled,
  daysBefore: days.flatMap((day) => (day <= 0 ? Math.abs(day) : [])).sort(ascending),
  daysAfter: days.filter((day) => day > 0).sort(ascending),
})

export async function getReminders(
  { db }: Pick<Deps, 'db'>,
  { principal }: Ctx,
): Promise<ReminderSettings> {
  const row = await findSettings(db, principal.orgId)
  return row === undefined ? off : toSettings(row)
}

/** Throws `precondition_failed` (412) if the settings changed since `ifMatch`. */
export const putReminders = (
  deps: Deps,
  { principal, ...ctx }: Ctx,
  {
    input: { enabled, daysBefore, daysAfter },
    ifMatch,
  }: { input: PutReminderSettings; ifMatch?: string | undefined },
): Promise<ReminderSettings> =>
  inTransaction(deps.db, undefined, async (tx) => {
    const { orgId } = principal
    await lockSettings(tx, orgId)
    checkIfMatch(ifMatch, contentEtag(orgId, await getReminders({ db: tx }, { principal, ...ctx })))
    await audit(tx, principal.orgId, {
      action: 'reminders.changed',
      target: { type: 'reminders', id: principal.orgId, name: 'Reminders' },
      detail: { enabled },
    })
    const days = [...daysBefore.map((day) => 0 - day), ...daysAfter]
    return toSettings(await putSettings(tx, principal.orgId, { enabled, days }, deps.now()))
  })

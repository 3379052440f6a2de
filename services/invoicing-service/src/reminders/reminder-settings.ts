import type { PutReminderSettings, ReminderSettings } from '@atrium/contracts'
import { audit, inTransaction, json } from '@atrium/database'
import { checkIfMatch, contentEtag } from '@atrium/http'
import type { Reminder } from '../customer-mails/write-invoice-mail.ts'
import type { Db } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findSettings, lockSettings, putSettings, type SettingsRow } from './reminders.db.ts'

const off: ReminderSettings = { enabled: false, daysBefore: [], daysAfter: [], texts: [] }

const ascending = (a: number, b: number): number => a - b

const toSettings = ({ enabled, days, texts }: SettingsRow): ReminderSettings => ({
  enabled,
  daysBefore: days.flatMap((day) => (day <= 0 ? Math.abs(day) : [])).sort(ascending),
  daysAfter: days.filter((day) => day > 0).sort(ascending),
  texts: texts.toSorted((a, b) => a.daysAfterDue - b.daysAfterDue),
})

/** Returns a day's reminder level and the organisation's own texts for it. */
export function toReminder({ days, texts }: SettingsRow, day: number): Reminder {
  const earlier = days.filter((other) => other > 0 && other <= day).length
  return {
    level: day <= 0 ? 0 : earlier >= 3 ? 3 : earlier === 2 ? 2 : 1,
    own: texts.find(({ daysAfterDue }) => daysAfterDue === day) ?? {},
  }
}

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
    input: { enabled, daysBefore, daysAfter, texts },
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
    const stored = texts ?? (await findSettings(tx, orgId))?.texts ?? []
    const settings = { enabled, days, texts: json(stored) }
    return toSettings(await putSettings(tx, orgId, settings, deps.now()))
  })

/** Returns what an organisation's reminder on a day says. */
export async function findReminder(
  db: Db,
  orgId: string,
  day: number,
): Promise<Reminder | undefined> {
  const settings = await findSettings(db, orgId)
  return settings && toReminder(settings, day)
}

export interface ReminderKey {
  invoice_id: string
  /** The issue date, because a reset invoice is issued again with new reminders. */
  issue_date: Date
  days: number
}

export const writeReminderKey = ({ invoice_id, issue_date, days }: ReminderKey): string =>
  `reminder:${invoice_id}:${issue_date.getTime()}:${days}`

/** Returns undefined if the key belongs to another mail. */
export function readReminderKey(key: string): ReminderKey | undefined {
  const [kind, invoice_id, issued, days] = key.split(':')
  if (kind !== 'reminder' || invoice_id === undefined) return undefined
  return { invoice_id, issue_date: new Date(Number(issued)), days: Number(days) }
}

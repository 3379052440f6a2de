import { z } from 'zod'
import { etag, ifMatch } from '../core/headers.ts'
import { named } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

export const reminderDaysAtMost = 90

const days = (least: number) =>
  z
    .array(z.number().int().min(least).max(reminderDaysAtMost))
    .max(10)
    .refine((list) => new Set(list).size === list.length, 'Name each day once')

/** An organisation's reminders, in days before and after the due date (0 is the due date). */
export const ReminderSettings = named('ReminderSettings', {
  enabled: z.boolean().describe('True if customers are reminded. False at first.'),
  daysBefore: z
    .array(z.number().int())
    .describe('The days before the due date when reminders are sent. 0 is the due date.'),
  daysAfter: z
    .array(z.number().int())
    .describe('The days after the due date when reminders are sent.'),
})
export type ReminderSettings = z.infer<typeof ReminderSettings>

export const PutReminderSettings = z.strictObject({
  enabled: z.boolean().describe('True if customers are reminded. False at first.'),
  daysBefore: days(0)
    .default([])
    .describe('The days before the due date when reminders are sent. 0 is the due date.'),
  daysAfter: days(1).default([]).describe('The days after the due date when reminders are sent.'),
})
export type PutReminderSettings = z.output<typeof PutReminderSettings>

const invoicing = tagged('Invoicing')
const shown = ok('The settings', ReminderSettings, etag)

export const getReminderSettings = invoicing.org.get(
  'getReminderSettings',
  '/api/invoicing/reminders',
  {
    sdk: 'invoices.reminders',
    summary: 'When customers are reminded of open invoices',
    responses: shown,
  },
)

export const putReminderSettings = invoicing.admin.put(
  'putReminderSettings',
  '/api/invoicing/reminders',
  {
    sdk: 'invoices.setReminders',
    summary: 'Set when customers are reminded of open invoices',
    description:
      'Off at first. Each reminder is mailed once. A reminder is skipped if its day was before the invoice was issued, before reminders were turned on, or more than three days ago. If several are due, only the latest is mailed. If you send the ETag of a read as `If-Match`, the change is refused (412) when somebody has changed the settings since.',
    headers: ifMatch,
    body: PutReminderSettings,
    responses: shown,
    errors: ['precondition_failed'],
  },
)

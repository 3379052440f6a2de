import { z } from 'zod'
import { named } from '../core/schemas.ts'
import { tagged } from '../core/tagged.ts'

export const reminderDaysAtMost = 90

const days = (least: number) =>
  z
    .array(z.number().int().min(least).max(reminderDaysAtMost))
    .max(10)
    .refine((list) => new Set(list).size === list.length, 'Each day once')

/** The reminders of an organisation: days before the due date (0 is the due date itself) and after it. */
export const ReminderSettings = named('ReminderSettings', {
  enabled: z.boolean(),
  daysBefore: z.array(z.number().int()),
  daysAfter: z.array(z.number().int()),
})
export type ReminderSettings = z.infer<typeof ReminderSettings>

export const PutReminderSettings = z.strictObject({
  enabled: z.boolean(),
  daysBefore: days(0).default([]),
  daysAfter: days(1).default([]),
})
export type PutReminderSettings = z.output<typeof PutReminderSettings>

const invoicing = tagged('Invoicing')
const shown = { 200: { description: 'The settings', schema: ReminderSettings } }

export const getReminderSettings = invoicing.org.get('getReminderSettings', '/api/invoicing/reminders', {
  summary: 'When customers are reminded of open invoices',
  responses: shown,
})

export const putReminderSettings = invoicing.admin.put('putReminderSettings', '/api/invoicing/reminders', {
  summary: 'Set when customers are reminded of open invoices',
  description:
    'Off at first. Each reminder is mailed once. One whose day was before the invoice was issued, before reminders were turned on, or more than three days ago is left out; of several that are due, the latest is mailed.',
  body: PutReminderSettings,
  responses: shown,
})

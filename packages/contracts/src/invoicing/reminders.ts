import { z } from 'zod'
import { etag, ifMatch } from '../core/headers.ts'
import { named, visible } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { DocumentLanguage } from './parties/document-language.ts'

export const reminderDaysAtMost = 90

const days = (least: number) =>
  z
    .array(z.number().int().min(least).max(reminderDaysAtMost))
    .max(10)
    .refine((list) => new Set(list).size === list.length, 'Name each day once')

const words = (longest: number) => z.string().trim().max(longest).regex(visible, 'Enter a text')

/** An organisation's own words for the reminder on one day. */
export const ReminderText = z.strictObject({
  daysAfterDue: z
    .number()
    .int()
    .min(-reminderDaysAtMost)
    .max(reminderDaysAtMost)
    .describe('The days after the due date. Negative before the due date.'),
  subject: words(200).describe('The subject of the mail.'),
  text: words(5_000).describe(
    'The text of the mail. `{number}`, `{amount}` (the amount due), `{date}` (the due date), `{customer}` and `{company}` are replaced, here and in the subject.',
  ),
})
export type ReminderText = z.output<typeof ReminderText>

const texts = z
  .array(ReminderText)
  .max(20)
  .refine(
    (list) => new Set(list.map(({ daysAfterDue }) => daysAfterDue)).size === list.length,
    'Write one text for each day',
  )

/** An organisation's reminders, in days before and after the due date (0 is the due date). */
export const ReminderSettings = named('ReminderSettings', {
  enabled: z.boolean().describe('True if customers are reminded. False at first.'),
  daysBefore: z
    .array(z.number().int())
    .describe('The days before the due date when reminders are sent. 0 is the due date.'),
  daysAfter: z
    .array(z.number().int())
    .describe('The days after the due date when reminders are sent.'),
  texts: z
    .array(ReminderText)
    .describe('Your own words for single days. The other days use the standard words.'),
})
export type ReminderSettings = z.infer<typeof ReminderSettings>

export const PutReminderSettings = z.strictObject({
  enabled: z.boolean().describe('True if customers are reminded. False at first.'),
  daysBefore: days(0)
    .default([])
    .describe('The days before the due date when reminders are sent. 0 is the due date.'),
  daysAfter: days(1).default([]).describe('The days after the due date when reminders are sent.'),
  texts: texts
    .optional()
    .describe(
      'Your own words for single days, at most 20. The stored ones stay if you leave this out.',
    ),
})
export type PutReminderSettings = z.output<typeof PutReminderSettings>

/** A reminder as a customer will see it, with example data. */
export const ReminderPreview = named('ReminderPreview', {
  subject: z.string().describe('The subject of the mail.'),
  text: z.string().describe('The mail as text.'),
  html: z.string().describe('The mail as HTML. The logo is inside it.'),
})

export const PreviewReminder = ReminderText.partial({ subject: true, text: true }).extend({
  language: DocumentLanguage.optional().describe(
    'The customer’s language. The organisation’s by default.',
  ),
})
export type PreviewReminder = z.output<typeof PreviewReminder>

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
      'Off at first. Each reminder is mailed once, in the customer’s language, and asks for the amount due. The standard words have three levels: the first, the second and every later day after the due date. A reminder is skipped if its day was before the invoice was issued, before reminders were turned on, or more than three days ago. If several are due, only the latest is mailed. If you send the ETag of a read as `If-Match`, the change is refused (412) when somebody has changed the settings since.',
    headers: ifMatch,
    body: PutReminderSettings,
    responses: shown,
    errors: ['precondition_failed'],
    example: {
      body: {
        enabled: true,
        daysBefore: [3],
        daysAfter: [1, 14],
        texts: [
          {
            daysAfterDue: 14,
            subject: 'Invoice {number}: {amount} are overdue',
            text: 'Dear {customer}, please call us if you cannot pay {amount} now.',
          },
        ],
      },
    },
  },
)

export const previewReminder = invoicing.admin.post(
  'previewReminder',
  '/api/invoicing/reminders/preview',
  {
    sdk: 'invoices.previewReminder',
    summary: 'The reminder that a customer would get on a day',
    description:
      'Sends nothing. Number, amount and customer are examples. Without `subject` and `text`, the mail has the standard words of its level.',
    body: PreviewReminder,
    responses: ok('The mail', ReminderPreview),
    example: { body: { daysAfterDue: 1, language: 'fr' } },
  },
)

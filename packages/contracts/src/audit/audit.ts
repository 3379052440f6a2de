import { z } from 'zod'
import { defineInternalEvent } from '../core/messages.ts'
import { DayOrMoment, namedAs, nextCursor, pageQuery, Timestamp } from '../core/schemas.ts'
import { file, ok, tagged } from '../core/tagged.ts'

const auditing = tagged('Audit')

/** Every audited action with a description for users. */
export const auditActions = {
  'session.signed_in': 'Signed in',
  'password.changed': 'Changed the password',
  'email.changed': 'Changed the mail address',
  'sign_in_provider.linked': 'Linked a way to sign in',
  'sign_in_provider.unlinked': 'Unlinked a way to sign in',
  'two_factor.enabled': 'Turned the second factor on',
  'two_factor.disabled': 'Turned the second factor off',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'org.created': 'Created the organisation',
  'org.changed': 'Changed the organisation',
  'settings.changed': 'Changed settings',
  'member.invited': 'Invited somebody',
  'member.joined': 'Joined',
  'member.left': 'Left',
  'member.removed': 'Removed a member',
  'member.role_changed': 'Changed a role',
  'invitation.cancelled': 'Withdrew an invitation',
  'invitation.rejected': 'Declined an invitation',
  'key.created': 'Created an API key',
  'key.changed': 'Changed an API key',
  'key.revoked': 'Revoked an API key',
  'key.expired': 'Removed an expired API key',
  'assistant.allowed': 'Allowed an assistant',
  'assistant.ended': 'Ended an assistant’s access',
  'channel.connected': 'Connected an account',
  'channel.changed': 'Changed an account',
  'channel.removed': 'Disconnected an account',
  'webhook_endpoint.created': 'Created a webhook endpoint',
  'webhook_endpoint.changed': 'Changed a webhook endpoint',
  'webhook_endpoint.deleted': 'Deleted a webhook endpoint',
  'webhook_endpoint.secret_rotated': 'Rotated a webhook secret',
  'hook.secret_rotated': 'Replaced a workflow’s web address',
  'hook.removed': 'Removed a workflow’s web address',
  'approval.decided': 'Decided a question of a workflow',
  'credential.created': 'Stored a credential',
  'credential.changed': 'Changed a credential',
  'credential.deleted': 'Deleted a credential',
  'payments_account.connected': 'Connected the payment account',
  'payments_account.removed': 'Disconnected the payment account',
  'invoice.finalized': 'Issued an invoice',
  'invoice.sent': 'Sent an invoice',
  'invoice.paid': 'An invoice was paid',
  'invoice.payment_recorded': 'Recorded a payment of an invoice',
  'invoice.payment_undone': 'Undid a payment of an invoice',
  'invoice.voided': 'Voided an invoice',
  'invoice.uncollectible': 'Wrote off an invoice',
  'invoice.reset': 'Reset an invoice to a draft',
  'estimate.sent': 'Sent an estimate',
  'estimate.accepted': 'A customer accepted an estimate',
  'estimate.declined': 'A customer declined an estimate',
  'estimate.invoiced': 'Made an invoice from an estimate',
  'estimate.deleted': 'Deleted an estimate',
  'credit_note.created': 'Credited an invoice',
  'credit_note.retried': 'Sent a credit note to the payment provider again',
  'schedule.created': 'Created a subscription',
  'schedule.changed': 'Changed a subscription',
  'schedule.retried': 'Billed a period again',
  'schedule.announced': 'Announced a new price to a customer',
  'offer.created': 'Created a product',
  'offer.changed': 'Changed a product',
  'offer.archived': 'Archived a product',
  'customer.created': 'Added a customer',
  'customer.changed': 'Changed a customer',
  'customer.deleted': 'Deleted a customer',
  'customer.imported': 'Imported customers',
  'customer.merged': 'Merged a customer into another one',
  'customer.anonymised': 'Removed a customer’s personal data',
  'bank_statement.imported': 'Imported a bank statement',
  'bank_transaction.matched': 'Paid invoices with a bank transaction',
  'bank_transaction.unmatched': 'Undid the match of a bank transaction',
  'bank_transaction.ignored': 'Put a bank transaction aside',
  'document.booked': 'Booked a document',
  'document.unbooked': 'Reversed the booking of a document',
  'ticket.cancelled': 'Cancelled a ticket',
  'happening.deleted': 'Deleted an event with its tickets',
  'seller.changed': 'Changed your company’s details',
  'invoice_defaults.changed': 'Changed the defaults of invoices',
  'numbering.changed': 'Changed how documents are numbered',
  'reminders.changed': 'Changed the reminders',
  'credits.bought': 'Bought credits',
  'credits.limits_changed': 'Changed spending limits',
  'entitlement.granted': 'Granted a plan',
  'entitlement.bought': 'Bought a plan',
  'entitlement.changed': 'A plan changed',
  'entitlement.past_due': 'A plan’s payment is overdue',
  'entitlement.ended': 'A plan ended',
} as const
export type AuditAction = keyof typeof auditActions

export const auditActorTypes = ['user', 'api_key', 'mcp', 'system'] as const

const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** An action's facts: flat and without secrets. */
export type AuditDetail = z.infer<typeof Detail>

const Target = z.object({
  type: z.string().describe('The kind of record, for example `member`, `key` or `invoice`.'),
  id: z.string().describe('The record’s id.'),
  name: z.string().describe('The record’s display name at the time of the action.'),
})

export const AuditEntry = namedAs('AuditEntry', 'A recorded action', {
  id: z.string().describe('The entry’s id.'),
  at: Timestamp.describe('When the action happened.'),
  actor: z
    .object({
      type: z
        .enum(auditActorTypes)
        .describe('A user, an API key, an assistant or the platform itself.'),
      id: z.string().describe('The id of the user, API key or grant. `system` for the platform.'),
      name: z
        .string()
        .describe(
          'The actor’s name when the action was recorded. If the actor was already deleted, its id.',
        ),
    })
    .describe('Who did it.'),
  action: z.string().describe('`<record>.<verb>`, for example `invoice.finalized`.'),
  target: Target.describe('The record that the action changed.'),
  detail: Detail.describe('Facts about the action.'),
  requestId: z
    .string()
    .nullable()
    .describe('The id of the request that caused the action. Null if no request did.'),
  ip: z
    .string()
    .nullable()
    .describe('The caller’s IP address. Null if the platform acted by itself.'),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filters = {
  action: z
    .string()
    .max(100)
    .optional()
    .describe('Returns only this action, for example `key.created`.'),
  actorId: z
    .string()
    .max(100)
    .optional()
    .describe('Returns only actions of this user, API key or grant.'),
  targetId: z.string().max(200).optional().describe('Returns only actions on this record.'),
  from: DayOrMoment.optional().describe(
    'The first day in the organisation’s time zone, or the earliest time, inclusive.',
  ),
  to: DayOrMoment.optional().describe(
    'The last day in the organisation’s time zone, or the latest time, exclusive.',
  ),
}

export const AuditFilters = z.object(filters)
export type AuditFilters = z.infer<typeof AuditFilters>

export const listAudit = auditing.admin.get('listAudit', '/api/audit', {
  sdk: 'audit.list',
  summary: 'The audit log of the organisation',
  description:
    'Newest first. It records sign-ins, and changes to members, roles, keys, channels, settings, secrets and money. Each entry is written in the same transaction as its change. Entries from other services appear within a second.',
  query: z.object({
    ...filters,
    cursor: z.string().max(200).optional().describe('The `next` value of the previous page.'),
    limit: pageQuery.limit.describe('The largest number of entries on a page.'),
  }),
  responses: ok(
    'A page of entries',
    z.object({
      items: z.array(AuditEntry).describe('The entries, newest first.'),
      next: nextCursor,
    }),
  ),
  example: { query: { limit: 25 } },
})

export const exportAudit = auditing.admin.get('exportAudit', '/api/audit/export', {
  sdk: 'audit.export',
  summary: 'Download the audit log as JSON lines',
  description:
    'All entries that match the filters, one JSON object per line, newest first. `at` is when the action happened, and entries from other services may arrive later. If you poll with `from`, go back a few minutes and skip the ids you already have.',
  query: z.object(filters),
  responses: file('One `AuditEntry` per line', 'application/x-ndjson'),
  example: { query: { action: 'member.invited' } },
})

export const AuditRecorded = defineInternalEvent(
  'audit.recorded',
  'An action of which the audit tells; identity keeps it',
  {
    actor: z.object({
      type: z.enum(auditActorTypes),
      id: z.string(),
      userId: z.string().nullable(),
    }),
    action: z.string(),
    target: Target,
    detail: Detail,
    requestId: z.string().nullable(),
    ip: z.string().nullable(),
  },
)
export type AuditRecorded = z.infer<(typeof AuditRecorded)['schema']>

import { OrgDeleted } from '@atrium/contracts'
import { deleteOrgRows, type OrgTables } from '@atrium/database'
import { eventConsumer } from '@atrium/messaging'
import { freeOrgReservations } from './credits/reservations.db.ts'
import type { Database } from './database.ts'

/**
 * The tables with an org's data. The credit ledger is not included, because it belongs to users,
 * who remain.
 */
export const orgTables: OrgTables<Database> = {
  deleted: [
    'waiting_list',
    'tickets',
    'ticket_orders',
    'ticket_payments',
    'ticket_types',
    'happenings',
    'incoming_documents',
    'invoice_pushes',
    'invoice_history',
    'invoice_reminders',
    'invoice_mails',
    'credit_notes',
    'invoice_payments',
    'bank_transaction_keys',
    'bank_transactions',
    'bank_statements',
    'bank_mappings',
    'keyed_records',
    'waiting_credit_notes',
    'payment_reversals',
    'estimate_mails',
    'estimate_history',
    'estimates',
    'invoices',
    'schedule_history',
    'schedules',
    'refused_sales',
    'offers',
    'merged_customers',
    'customers',
    'invoice_sequences',
    'credit_note_sequences',
    'estimate_sequences',
    'number_formats',
    'sellers',
    'invoicing_defaults',
    'reminder_settings',
    'org_time_zones',
    'mail_queue',
    'payment_accounts',
    'forgotten_accounts',
    'entitlements',
    'plan_checkouts',
    'credit_reservations',
    'credit_months',
    'credit_limits',
    // Must follow the records whose deletion inserts rows here.
    'release_candidates',
    'asset_fences',
  ],
  kept: { outbox: 'events that are not relayed yet' },
}

/** Deletes a deleted org's rows and frees the user credits held by its calls. */
export const purgeConsumer = eventConsumer<Database, typeof OrgDeleted.schema>(
  'purge-org',
  OrgDeleted,
  async (tx, { data: { orgId } }) => {
    await freeOrgReservations(tx, orgId)
    await deleteOrgRows(tx, orgTables, orgId)
  },
)

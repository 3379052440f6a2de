import type { ExportTables, UserExportTables } from '@atrium/database'
import { sql } from 'kysely'

/** What an export of the organisation holds of this service. */
export const exportTables: ExportTables = {
  exported: {
    sellers: {},
    invoicing_defaults: {},
    number_formats: {},
    invoice_sequences: {},
    credit_note_sequences: {},
    estimate_sequences: {},
    reminder_settings: {},
    customers: {},
    merged_customers: {},
    offers: {},
    refused_sales: {},
    schedules: {},
    schedule_history: {},
    estimates: { without: ['public_token'] },
    estimate_history: {},
    estimate_mails: { without: ['key'] },
    invoices: { without: ['public_token', 'payments_session_id'] },
    invoice_history: {},
    invoice_payments: {},
    invoice_mails: { without: ['key'] },
    invoice_reminders: {},
    credit_notes: {},
    payment_accounts: {},
    payment_reversals: { without: ['session_id'] },
    bank_statements: {},
    bank_transactions: {},
    bank_mappings: {},
    incoming_documents: {},
    happenings: {},
    ticket_types: {},
    ticket_orders: { without: ['token_hash'] },
    ticket_payments: { without: ['request', 'session_id', 'session_ends_at'] },
    tickets: {},
    // Its code leaves the list.
    waiting_list: { without: ['code'] },
    entitlements: {},
    credit_months: {},
    credit_limits: {},
  },
  left: {
    invoice_pushes: 'The invoice tells the result.',
    bank_transaction_keys: 'Digests that find a transaction again.',
    keyed_records: 'Names that callers gave their requests.',
    waiting_credit_notes: 'Credit notes that wait for their invoice.',
    forgotten_accounts: 'Payment accounts that the organisation has left.',
    org_time_zones: 'A copy from the identity service.',
    mail_queue: 'Mails in it are on their way, and hold links that anybody can use.',
    plan_checkouts: 'Checkouts of the plan, with their links.',
    credit_reservations: 'They belong to the member who pays.',
    release_candidates: 'It tells which files to check, and no record.',
    asset_fences: 'It tells which files are being deleted, and no record.',
    outbox: 'Its events are copies of changes to the other records.',
  },
}

/** What a user's own export holds of this service. Credits belong to the user and no organisation. */
export const userExportTables: UserExportTables = {
  credit_accounts: { rows: ({ userId }) => sql`t.user_id = ${userId}` },
  credit_transactions: {
    rows: ({ userId }) => sql`t.user_id = ${userId}`,
    without: ['payments_session_id'],
  },
  credit_reservations: {
    rows: ({ userId }) => sql`t.user_id = ${userId}`,
    without: ['key'],
  },
}

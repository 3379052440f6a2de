import type { OrgTables } from '@atrium/database'
import type { Database } from './database.ts'

/** The tables of an org; credits belong to people, who stay. */
export const orgTables: OrgTables<Database> = {
  deleted: [
    'invoice_pushes',
    'invoices',
    'schedules',
    'offers',
    'customers',
    'invoice_sequences',
    'sellers',
    'payment_accounts',
    'forgotten_accounts',
    'entitlements',
    'plan_checkouts',
  ],
  kept: { outbox: 'events that are not relayed yet' },
}

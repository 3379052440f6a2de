import { OrgDeleted } from '@atrium/contracts'
import { deleteOrgRows, type OrgTables } from '@atrium/database'
import { eventConsumer } from '@atrium/messaging'
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

/** Deletes all rows of a deleted org. */
export const purgeConsumer = eventConsumer<Database, typeof OrgDeleted.schema>(
  'purge-org',
  OrgDeleted,
  (tx, event) => deleteOrgRows(tx, orgTables, event.data.orgId),
)

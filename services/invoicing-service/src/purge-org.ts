import { OrgDeleted } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { Database, Transaction } from './database.ts'

/** Removes everything of an org, what names other rows first. */
async function purgeOrg(tx: Transaction, orgId: string): Promise<void> {
  const tables = [
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
  ] as const
  for (const table of tables) await tx.deleteFrom(table).where('org_id', '=', orgId).execute()
}

/** A purged org leaves nothing here; credits belong to people, who stay. */
export const purgeConsumer = eventConsumer<Database, typeof OrgDeleted.schema>(
  'purge-org',
  OrgDeleted,
  (tx, event) => purgeOrg(tx, event.data.orgId),
)

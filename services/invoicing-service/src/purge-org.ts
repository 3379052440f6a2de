import { OrgDeleted } from '@atrium/contracts'
import { deleteOrgRows } from '@atrium/database'
import { eventConsumer } from '@atrium/messaging'
import type { Database } from './database.ts'
import { orgTables } from './org-tables.ts'

/** Deletes all rows of a deleted org. */
export const purgeConsumer = eventConsumer<Database, typeof OrgDeleted.schema>(
  'purge-org',
  OrgDeleted,
  (tx, event) => deleteOrgRows(tx, orgTables, event.data.orgId),
)

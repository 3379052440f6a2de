import { OrgDeleted } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { Database } from './database.ts'

/** A purged org leaves no trace here; channels belong to people, who stay. */
export const purgeConsumer = eventConsumer<Database, typeof OrgDeleted.schema>(
  'purge-org',
  OrgDeleted,
  async (tx, { data }) => {
    await tx.deleteFrom('oauth_states').where('org_id', '=', data.orgId).execute()
    await tx.deleteFrom('pickers').where('org_id', '=', data.orgId).execute()
    await tx.updateTable('channels').set({ org_id: null }).where('org_id', '=', data.orgId).execute()
  },
)

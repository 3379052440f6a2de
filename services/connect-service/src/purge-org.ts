import { OrgDeleted, OrgMemberLeft } from '@atrium/contracts'
import { deleteOrgRows } from '@atrium/database'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import { revokeAll } from './channels/revoke-tokens.ts'
import { forgetMember, forgetOrg } from './channels/stored-channels.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { orgTables } from './org-tables.ts'

// The tokens are revoked whatever becomes of the transaction.
const alone = { batch: 1 }

/** A purged org leaves no trace here, and a member who left takes nothing along: the tokens are revoked. */
export const purgeConsumers = (deps: Deps): EventConsumer<Database>[] => [
  eventConsumer<Database, typeof OrgDeleted.schema>(
    'purge-org',
    OrgDeleted,
    async (tx, { data: { orgId } }) => {
      const forgotten = await forgetOrg(tx, orgId)
      await deleteOrgRows(tx, orgTables, orgId)
      revokeAll(deps, forgotten)
    },
    alone,
  ),
  eventConsumer<Database, typeof OrgMemberLeft.schema>(
    'member-left',
    OrgMemberLeft,
    async (tx, { data }) => revokeAll(deps, await forgetMember(tx, data)),
    alone,
  ),
]

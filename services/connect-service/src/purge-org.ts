import { OrgDeleted, OrgMemberLeft } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import { forgetChannels } from './channels/forget-channels.ts'
import { revokeAll } from './channels/revoke-tokens.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'

// The networks are told whatever becomes of the transaction.
const alone = { batch: 1 }

/** A purged org leaves no trace here, and a member who left takes nothing along: the tokens are revoked. */
export const purgeConsumers = (deps: Deps): EventConsumer<Database>[] => [
  eventConsumer<Database, typeof OrgDeleted.schema>(
    'purge-org',
    OrgDeleted,
    async (tx, { data: { orgId } }) => {
      const forgotten = await forgetChannels(tx, { orgId })
      await tx.deleteFrom('publish_attempts').where('org_id', '=', orgId).execute()
      revokeAll(deps, forgotten)
    },
    alone,
  ),
  eventConsumer<Database, typeof OrgMemberLeft.schema>(
    'member-left',
    OrgMemberLeft,
    async (tx, { data: { orgId, userId } }) => {
      revokeAll(deps, await forgetChannels(tx, { orgId, ownerId: userId }))
    },
    alone,
  ),
]

import { OrgDeleted, OrgMemberLeft } from '@atrium/contracts'
import { deleteOrgRows, inTransaction } from '@atrium/database'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import { forgetMember } from './channels/forget-channel.ts'
import { revokeTokens } from './channels/revoke-tokens.ts'
import { forgetHomeless, forgetOrg } from './channels/stored-channels.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { orgTables } from './org-tables.ts'
import { deleteExpired } from './purge.db.ts'

export async function purgeExpired(deps: Deps): Promise<void> {
  const homeless = await inTransaction(deps.db, undefined, async (tx) => {
    await deleteExpired(tx, deps.now())
    return forgetHomeless(tx)
  })
  revokeTokens(deps, homeless)
}

// Each event gets its own transaction, because tokens are revoked even if the transaction fails.
const alone = { batch: 1 }

/** Delete the data of a deleted organisation or a former member and revoke the tokens. */
export const purgeConsumers = (deps: Deps): EventConsumer<Database>[] => [
  eventConsumer<Database, typeof OrgDeleted.schema>(
    'purge-org',
    OrgDeleted,
    async (tx, { data: { orgId } }) => {
      const forgotten = await forgetOrg(tx, orgId)
      await deleteOrgRows(tx, orgTables, orgId)
      revokeTokens(deps, forgotten)
    },
    alone,
  ),
  eventConsumer<Database, typeof OrgMemberLeft.schema>(
    'member-left',
    OrgMemberLeft,
    async (tx, { data }) => revokeTokens(deps, await forgetMember(tx, data)),
    alone,
  ),
]

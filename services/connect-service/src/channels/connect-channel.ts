import { ChannelConnected, type Principal } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { Account, Provider } from '../providers/provider.ts'
import type { TokenVault } from '../tokens/token-vault.ts'
import type { ChannelRow } from './channel.ts'
import { saveChannel } from './channels.db.ts'

/** Stores an account as the caller's channel and says so. */
export function connectChannel(
  deps: Deps,
  ctx: { principal: Pick<Principal, 'userId' | 'orgId'>; tx?: Transaction | undefined },
  { provider, vault }: { provider: Provider; vault: TokenVault },
  account: Account,
): Promise<ChannelRow> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await saveChannel(tx, vault, ctx.principal, provider.network, account, provider.scopes)
    await emit(tx, ChannelConnected, row.org_id, {
      channelId: row.id,
      ownerId: row.owner_id,
      network: row.network,
      name: row.name,
    })
    return row
  })
}

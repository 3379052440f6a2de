import { ChannelConnected } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { Account, Provider } from '../providers/provider.ts'
import type { ChannelRow } from './channel.ts'
import { type ChannelOwner, saveChannel } from './channels.db.ts'

/** Stores an account as a person's channel in an org and says so; `scopes` are those that were asked for. */
export function connectChannel(
  deps: Deps,
  ctx: { owner: ChannelOwner; tx?: Transaction | undefined },
  { provider, vault }: { provider: Provider; vault: SealedSecrets },
  account: Account,
  scopes: readonly string[] = provider.scopes,
): Promise<ChannelRow> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await saveChannel(tx, vault, ctx.owner, provider.network, account, scopes)
    await emit(tx, ChannelConnected, ctx.owner.orgId, {
      channelId: row.id,
      ownerId: row.owner_id,
      network: row.network,
      name: row.name,
    })
    return row
  })
}

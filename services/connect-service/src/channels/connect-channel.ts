import type { Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import type { Account } from '../providers/provider.ts'
import type { LiveNetwork } from '../require-provider.ts'
import { announce } from './announce.ts'
import type { ChannelOwner, ChannelRow } from './channel.ts'
import { saveChannel } from './channels.db.ts'

/**
 * Stores an account as a user's channel in an organisation and announces it. `scopes` are the
 * requested ones. If `shared` is false, a channel that is already shared stays shared.
 */
export async function connectChannel(
  deps: IdSource,
  tx: Transaction,
  {
    used: { provider, vault },
    owner,
    account,
    scopes = provider.scopes,
    shared,
  }: {
    used: LiveNetwork
    owner: ChannelOwner
    account: Account
    scopes?: readonly string[] | undefined
    shared: boolean
  },
): Promise<ChannelRow> {
  const row = await saveChannel(deps, tx, {
    vault,
    owner,
    network: provider.network,
    account,
    scopes,
    shared,
  })
  await announce(tx, row, 'connected')
  return row
}

import type { Deps } from '../deps.ts'
import { sealContext, type TokenVault } from '../tokens/token-vault.ts'
import type { ChannelRow } from './channel.ts'

/** A channel's token in clear; one that an old key sealed is sealed anew. */
export async function channelToken(deps: Deps, vault: TokenVault, row: ChannelRow): Promise<string> {
  const context = sealContext.access(row.id)
  const { value, stale } = vault.open(row.access_token, context)
  if (stale) {
    await deps.db
      .updateTable('channels')
      .set({ access_token: vault.seal(value, context) })
      .where('id', '=', row.id)
      .where('access_token', '=', row.access_token)
      .execute()
  }
  return value
}

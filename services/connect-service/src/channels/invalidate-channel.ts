import { ChannelInvalidated } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Deps } from '../deps.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { type ChannelRow, channelFacts } from './channel.ts'
import { lockActive, updateChannel } from './channels.db.ts'

/**
 * Marks a channel as invalidated, once, after the network refused its token. Does nothing if the
 * token was replaced meanwhile.
 */
export function invalidateChannel(deps: Deps, seen: ChannelRow, reason: string): Promise<void> {
  return inTransaction(deps.db, undefined, async (tx) => {
    const row = await lockActive(tx, seen.id)
    if (row === undefined || !sameToken(deps.vault, row, seen)) return
    const ended = { status: 'invalidated', invalid_reason: reason, updated_at: deps.now() } as const
    await updateChannel(tx, row.id, ended)
    await emit(tx, ChannelInvalidated, row.org_id, { ...channelFacts(row), reason })
  })
}

/**
 * Compares the tokens themselves, because a key rotation puts the same token into another envelope.
 */
function sameToken(vault: SealedSecrets | null, row: ChannelRow, seen: ChannelRow): boolean {
  if (row.access_token === seen.access_token) return true
  const context = sealContext.access(row.id)
  if (vault === null) return false
  const token = vault.open(row.access_token, context)?.text
  return token !== undefined && token === vault.open(seen.access_token, context)?.text
}

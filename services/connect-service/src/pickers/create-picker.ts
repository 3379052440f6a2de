import type { Picker } from '@atrium/contracts'
import { json } from '@atrium/database'
import type { ChannelOwner } from '../channels/channel.ts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { Account, Grant } from '../providers/provider.ts'
import type { LiveNetwork } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { insertPicker, type PickerRow } from './pickers.db.ts'

const pickerMs = 10 * 60_000

export const toPicker = (row: PickerRow): Picker => ({
  id: row.id,
  network: row.network,
  pages: row.pages,
  shared: row.shared,
  expiresAt: row.expires_at.toISOString(),
})

/** Stores a choice of Pages for ten minutes. Keeps the account's own token, but no Page tokens. */
export async function createPicker(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Transaction,
  {
    used: { provider, vault },
    owner,
    granted,
  }: {
    used: LiveNetwork
    owner: ChannelOwner
    granted: {
      grant: Grant
      accounts: readonly Account[]
      scopes: readonly string[]
      shared: boolean
    }
  },
): Promise<Picker> {
  const id = `pck_${deps.newId('chn').slice(4)}`
  const pages = granted.accounts.map(({ id, name, pictureUrl }) => ({ id, name, pictureUrl }))
  const row = await insertPicker(tx, {
    id,
    owner_id: owner.userId,
    org_id: owner.orgId,
    network: provider.network,
    pages: json<Picker['pages']>(pages),
    access_token: vault.seal(granted.grant.accessToken, sealContext.picker(id)),
    requested_scopes: json<string[]>([...granted.scopes]),
    shared: granted.shared,
    expires_at: new Date(deps.now().getTime() + pickerMs),
  })
  return toPicker(row)
}

import type { Picker } from '@atrium/contracts'
import { newId } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Selectable } from 'kysely'
import type { ChannelOwner } from '../channels/read-channels.ts'
import type { Database, PickerPage, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { Account, Grant, Provider } from '../providers/provider.ts'
import { sealContext } from '../tokens/token-vault.ts'

const pickerMinutes = 10

export type PickerRow = Selectable<Database['pickers']>

/** A picker as its owner sees it. */
export const toPicker = (row: PickerRow): Picker => ({
  id: row.id,
  network: row.network,
  pages: row.pages,
  expiresAt: row.expires_at.toISOString(),
})

/** Keeps a choice of Pages for ten minutes, with the account's own token and none of the Pages'. */
export async function createPicker(
  deps: Deps,
  { owner, tx: outer }: { owner: ChannelOwner; tx?: Transaction | undefined },
  { provider, vault }: { provider: Provider; vault: SealedSecrets },
  granted: { grant: Grant; accounts: readonly Account[]; scopes: readonly string[] },
): Promise<Picker> {
  const id = `pck_${newId('chn').slice(4)}`
  const row = await inTransaction(deps.db, outer, (tx) =>
    tx
      .insertInto('pickers')
      .values({
        id,
        owner_id: owner.userId,
        org_id: owner.orgId,
        network: provider.network,
        pages: json<PickerPage[]>(
          granted.accounts.map((page) => ({ id: page.id, name: page.name, pictureUrl: page.pictureUrl })),
        ),
        access_token: vault.seal(granted.grant.accessToken, sealContext.picker(id)),
        requested_scopes: json<string[]>([...granted.scopes]),
        expires_at: new Date(deps.now().getTime() + pickerMinutes * 60_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  return toPicker(row)
}

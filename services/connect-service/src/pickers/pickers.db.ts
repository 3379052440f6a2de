import type { ConnectNetwork } from '@atrium/contracts'
import type { Insertable, Selectable } from 'kysely'
import type { ChannelOwner } from '../channels/channel.ts'
import type { Database, Db, Transaction } from '../database.ts'

export type PickerRow = Selectable<Database['pickers']>

export const insertPicker = (
  tx: Transaction,
  row: Insertable<Database['pickers']>,
): Promise<PickerRow> =>
  tx.insertInto('pickers').values(row).returningAll().executeTakeFirstOrThrow()

/** Finds a user's own picker in any organisation. */
export const findOwnPicker = (
  db: Db,
  id: string,
  { ownerId, network }: { ownerId: string; network: ConnectNetwork },
): Promise<PickerRow | undefined> =>
  db
    .selectFrom('pickers')
    .selectAll()
    .where((eb) => eb.and({ id, owner_id: ownerId, network }))
    .executeTakeFirst()

const listedAtMost = 50

/** Returns the pickers that are neither used nor expired, newest first. */
export const listPendingPickers = (
  db: Db,
  { orgId, userId }: ChannelOwner,
  now: Date,
): Promise<PickerRow[]> =>
  db
    .selectFrom('pickers')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, owner_id: userId, settled: false }))
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(listedAtMost)
    .execute()

/** Marks a picker as used and deletes its token. Returns false if it was used before. */
export async function usePicker(tx: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pickers')
    .set({ settled: true, access_token: '' })
    .where((eb) => eb.and({ id, settled: false }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

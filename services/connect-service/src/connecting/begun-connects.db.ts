import type { Insertable, Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type BegunConnect = Selectable<Database['oauth_states']>

export async function insertBegun(
  tx: Transaction,
  row: Insertable<Database['oauth_states']>,
): Promise<void> {
  await tx.insertInto('oauth_states').values(row).execute()
}

/** Takes a connect that waits for its session, once; undefined for every other caller. */
export const takeBegun = (
  db: Db,
  of: Pick<BegunConnect, 'state_hash' | 'network' | 'owner_id' | 'credential_id'>,
): Promise<BegunConnect | undefined> =>
  db
    .updateTable('oauth_states')
    .set({ taken: true })
    .where((eb) => eb.and({ ...of, taken: false }))
    .returningAll()
    .executeTakeFirst()

/** Ends a connect that was taken; false when its org or its owner's membership has ended meanwhile. */
export async function endBegun(tx: Transaction, stateHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('oauth_states')
    .where((eb) => eb.and({ state_hash: stateHash, taken: true }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

import type { Insertable, Selectable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type BegunConnect = Selectable<Database['oauth_states']>

export async function insertBegun(
  tx: Transaction,
  row: Insertable<Database['oauth_states']>,
): Promise<void> {
  await tx.insertInto('oauth_states').values(row).execute()
}

/** Takes a connect once, if the session matches. Returns undefined otherwise. */
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

/**
 * Deletes a taken connect. Returns false if the organisation or the membership has ended meanwhile.
 */
export async function endBegun(tx: Transaction, stateHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('oauth_states')
    .where((eb) => eb.and({ state_hash: stateHash, taken: true }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

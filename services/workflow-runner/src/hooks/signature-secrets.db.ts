import type { Db, Transaction } from '../database.ts'

export const insertHookSecret = async (
  tx: Transaction,
  row: { id: string; org_id: string; secret: string },
): Promise<void> => void (await tx.insertInto('hook_secrets').values(row).execute())

/** The sealed secret with an id, of this organisation only. */
export const findHookSecret = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('hook_secrets')
    .select('secret')
    .where((eb) => eb.and({ id, org_id: orgId }))
    .executeTakeFirst()

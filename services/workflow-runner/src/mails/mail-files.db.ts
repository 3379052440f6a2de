import type { ItemFile } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/** Attaches files to a queued mail. If the mail has files already, keeps them. */
export async function insertMailFiles(
  tx: Transaction,
  { orgId, key }: { orgId: string; key: string },
  files: readonly ItemFile[],
): Promise<void> {
  if (files.length === 0) return
  await tx
    .insertInto('mail_files')
    .values(
      files.map(({ fileId }, place) => ({ mail_key: key, place, org_id: orgId, file_id: fileId })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns a mail's file ids, in order. */
export async function findMailFiles(db: Db, orgId: string, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_files')
    .select('file_id')
    .where((eb) => eb.and({ org_id: orgId, mail_key: key }))
    .orderBy('place')
    .execute()
  return rows.map(({ file_id }) => file_id)
}

/** Deletes the file rows of mails after they were sent or have failed. */
export const deleteSettledMailFiles = async (db: Db): Promise<void> =>
  void (await db
    .deleteFrom('mail_files as m')
    .where(
      sql<boolean>`not exists (select from mail_queue q
        where q.key = m.mail_key and q.org_id = m.org_id and q.status = 'queued')`,
    )
    .execute())

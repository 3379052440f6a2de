import { sql } from 'kysely'
import type { Transaction } from '../../database.ts'

/** Records that a code has signed a user in. Returns false if it had already. */
export async function insertUsedCode(
  tx: Transaction,
  userId: string,
  codeHash: string,
  seconds: number,
) {
  const row = await tx
    .insertInto('used_codes')
    .values({
      user_id: userId,
      code_hash: codeHash,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSessionOfToken(
  tx: Transaction,
  userId: string,
  token: string,
): Promise<void> {
  await tx.deleteFrom('session').where('userId', '=', userId).where('token', '=', token).execute()
}

import type { Transaction } from '../database.ts'
import { releaseNumber } from './numbers.db.ts'
import { abandonPushesOn } from './pushes.db.ts'

/** Ends the unfinished attempts on an account that is gone; the numbers that were kept for them are free again. */
export async function abandonPushes(tx: Transaction, orgId: string, accountId: string): Promise<void> {
  for (const number of await abandonPushesOn(tx, orgId, accountId)) await releaseNumber(tx, orgId, number)
}

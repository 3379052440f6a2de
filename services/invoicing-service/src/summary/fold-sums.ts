import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { foldSums } from './sums.db.ts'

const batch = 1_000

export async function foldInvoiceSums(
  { db }: Pick<Deps, 'db'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await inTransaction(db, undefined, (tx) => foldSums(tx, batch))) > 0);
}

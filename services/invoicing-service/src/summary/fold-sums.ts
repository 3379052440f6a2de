import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { foldSums } from './sums.db.ts'

const batch = 1_000

/** Folds the rows that invoice changes added to the sums. */
export async function foldInvoiceSums({ db }: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await inTransaction(db, undefined, (tx) => foldSums(tx, batch))) > 0);
}

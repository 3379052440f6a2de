import type { Db } from '../../database.ts'
import { findDefaults } from '../../defaults/defaults.ts'
import type { Deps } from '../../deps.ts'
import type { Processor } from '../../processor/processor.ts'
import { listLivePushes } from '../pushes.db.ts'

/** Returns true if an organisation issues its invoices at the processor. */
export const issuesAtProcessor = async (
  { processor }: Pick<Deps, 'processor'>,
  db: Db,
  orgId: string,
): Promise<boolean> => processor !== null && (await findDefaults(db, orgId)).onlinePayments

/**
 * Returns the processor that issues a draft, or null if the platform issues it alone. An attempt
 * that has begun at the processor is finished there, also if online payments were turned off since.
 */
export async function findIssuingProcessor(
  deps: Deps,
  { orgId, id }: { orgId: string; id: string },
): Promise<Processor | null> {
  if (deps.processor === null || (await issuesAtProcessor(deps, deps.db, orgId)))
    return deps.processor
  const begun = await listLivePushes(deps.db, { org_id: orgId, id })
  return begun.some(({ payments_invoice_id: started }) => started !== null) ? deps.processor : null
}

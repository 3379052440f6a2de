import type { Deps } from '../deps.ts'
import { newestDispute } from './reversals.db.ts'

/**
 * Returns an org's newest open invoice dispute and the number of all, or undefined if there is
 * none.
 */
export const findNewestDispute = ({ db }: Pick<Deps, 'db'>, orgId: string) =>
  newestDispute(db, orgId)

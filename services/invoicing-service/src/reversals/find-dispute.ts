import type { Deps } from '../deps.ts'
import { newestDispute } from './reversals.db.ts'

/** The newest open dispute of an invoice of an org, with the number of all; undefined if there is none. */
export const findNewestDispute = ({ db }: Pick<Deps, 'db'>, orgId: string) => newestDispute(db, orgId)

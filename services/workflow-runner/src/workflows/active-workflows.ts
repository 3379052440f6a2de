import { checkPlanRoom } from '@atrium/service-kit'
import type { Db, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { countActive } from './workflows.db.ts'

export const activeWorkflows = (db: Db | Transaction, orgId: string): Promise<number> =>
  countActive(db, orgId)

/** Requires room for another active workflow in the plan of the org. Throws `plan_limit` (402). */
export const requireActiveRoom = ({ bus }: Pick<Deps, 'bus'>, db: Db | Transaction, orgId: string) =>
  checkPlanRoom(bus, {
    ...{ orgId, resource: 'activeWorkflows' },
    countUsed: () => countActive(db, orgId),
  })

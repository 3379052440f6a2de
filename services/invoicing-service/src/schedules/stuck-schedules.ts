import type { Deps } from '../deps.ts'
import { newestStuckRow } from './schedules.db.ts'

/** The schedule of an org that is stuck since the latest time, and how many there are. */
export const newestStuckSchedule = ({ db }: Pick<Deps, 'db'>, orgId: string) => newestStuckRow(db, orgId)

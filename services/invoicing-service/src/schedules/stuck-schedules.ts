import type { Deps } from '../deps.ts'
import { toSchedule } from './schedule.ts'
import { newestStuckRow } from './schedules.db.ts'

export async function newestStuckSchedule({ db }: Pick<Deps, 'db'>, orgId: string) {
  const row = await newestStuckRow(db, orgId)
  return row && { ...toSchedule(row), count: Number(row.count) }
}

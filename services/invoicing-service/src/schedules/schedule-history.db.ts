import type {
  BillingTimelineQuery,
  ChangeAuthor,
  ScheduleHistoryDetail,
  ScheduleHistoryKind,
} from '@atrium/contracts'
import { json, readPage } from '@atrium/database'
import type { Db, OrgKey, Row, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'

export type ScheduleHistoryRow = Row<'schedule_history'>

interface Entry {
  schedule: OrgKey
  kind: ScheduleHistoryKind
  author: ChangeAuthor
  detail?: ScheduleHistoryDetail
}

// PostgreSQL allows 65,535 parameters in a statement.
const batch = 1_000

export async function recordScheduleHistory(
  deps: IdSource,
  tx: Transaction,
  ...entries: Entry[]
): Promise<void> {
  for (let first = 0; first < entries.length; first += batch) {
    await tx
      .insertInto('schedule_history')
      .values(
        entries.slice(first, first + batch).map(({ schedule, kind, author, detail = {} }) => ({
          id: deps.newId('tle'),
          org_id: schedule.org_id,
          schedule_id: schedule.id,
          kind,
          detail: json(detail),
          author: json(author),
        })),
      )
      .execute()
  }
}

export const listScheduleHistory = (
  db: Db,
  orgId: string,
  scheduleId: string,
  { sortDir, ...page }: BillingTimelineQuery,
) =>
  readPage(
    db,
    db
      .selectFrom('schedule_history')
      .selectAll()
      .where((eb) => eb.and({ org_id: orgId, schedule_id: scheduleId }))
      .orderBy('created_at', sortDir)
      .orderBy('id', sortDir),
    page,
  )

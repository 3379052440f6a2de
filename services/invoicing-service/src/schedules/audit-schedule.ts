import type { AuditAction, AuditDetail } from '@atrium/contracts'
import { audit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { ScheduleRow } from './schedule.ts'

export const auditSchedule = (
  tx: Transaction,
  row: ScheduleRow,
  action: Extract<AuditAction, `schedule.${string}`>,
  detail: AuditDetail,
): Promise<void> =>
  audit(tx, row.org_id, {
    action,
    target: { type: 'schedule', id: row.id, name: row.description },
    detail: { ...detail, offerId: row.offer_id, customerId: row.customer_id },
  })

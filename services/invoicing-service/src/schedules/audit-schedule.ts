import type { AuditAction, AuditDetail } from '@atrium/contracts'
import { audit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { ScheduleState } from './schedule.ts'

export const auditSchedule = (
  tx: Transaction,
  {
    org_id,
    id,
    offer_id,
    customer_id,
    description,
  }: Pick<ScheduleState, 'org_id' | 'id' | 'offer_id' | 'customer_id' | 'description'>,
  action: Extract<AuditAction, `schedule.${string}`>,
  detail: AuditDetail,
): Promise<void> =>
  audit(tx, org_id, {
    action,
    target: { type: 'schedule', id, name: description },
    detail: { ...detail, offerId: offer_id, customerId: customer_id },
  })

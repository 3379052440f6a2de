import { OrgDeleted } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { WorkflowDatabase } from '../database.ts'
import { purgeOrg } from './system.db.ts'

export const forgetOrg = (): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof OrgDeleted.schema>(
    'forget-org',
    OrgDeleted,
    (tx, { data }) => purgeOrg(tx, data.orgId),
  )

import { OrgCreated, OrgDeleted } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { BoardDatabase } from '../database.ts'
import { purgeOrg, writeOrg } from './orgs.db.ts'

/** Stores orgs, for when identity does not respond. */
export const onOrgCreated = eventConsumer<BoardDatabase, typeof OrgCreated.schema>(
  'orgs',
  OrgCreated,
  (tx, event) => writeOrg(tx, event.data),
)

export const onOrgDeleted = eventConsumer<BoardDatabase, typeof OrgDeleted.schema>(
  'purge',
  OrgDeleted,
  (tx, event) => purgeOrg(tx, event.data.orgId),
)

import { OrgCreated, OrgDeleted } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { BoardDatabase } from '../database.ts'
import { deleteOrgRows, writeOrg } from './orgs.db.ts'

/** Remembers orgs, for when identity does not answer. */
export const onOrgCreated = eventConsumer<BoardDatabase, typeof OrgCreated.schema>(
  'orgs',
  OrgCreated,
  async (tx, event) => {
    const { orgId, slug, ownerId } = event.data
    await writeOrg(tx, { orgId, slug, ownerId })
  },
)

/** Purges what the board has of an org. */
export const onOrgDeleted = eventConsumer<BoardDatabase, typeof OrgDeleted.schema>(
  'purge',
  OrgDeleted,
  async (tx, event) => {
    await deleteOrgRows(tx, event.data.orgId)
  },
)

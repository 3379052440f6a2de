import type { BlobStore } from '@atrium/blob-store'
import { OrgDeleted } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'

/** Deletes every file of a purged org, also those that no row names. */
export const purgeTranscripts = (
  { logger }: Pick<Deps, 'logger'>,
  store: BlobStore | undefined,
): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof OrgDeleted.schema>(
    'transcripts-of-org',
    OrgDeleted,
    async (_tx, { data: { orgId } }) => {
      const removed = await store?.purge(orgId)
      if (removed && removed.count > 0)
        logger.info({ org: orgId, ...removed }, 'files of transcripts of a purged org deleted')
    },
    { batch: 1 },
  )

import type { BlobStore } from '@atrium/blob-store'
import { OrgDeleted } from '@atrium/contracts'
import { eventConsumer } from '@atrium/messaging'
import type { Background } from '@atrium/service-kit'
import { openCounter } from '@atrium/telemetry'
import { LRUCache } from 'lru-cache'
import type { WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { doomFilesOfGoneRuns, moveTranscripts, sweepTranscriptFiles } from './move-transcripts.ts'

const everyMs = 60_000
/** Milliseconds before a failed move is retried. */
const pauseMs = 900_000
const mostPaused = 10_000

/**
 * Moves large transcripts to the store, and deletes unneeded files. Every replica may do this at
 * the same time.
 */
export function transcriptUpkeep(
  deps: Pick<Deps, 'db' | 'bus' | 'logger'>,
  store: BlobStore,
): readonly Background[] {
  const { metrics } = deps.bus
  const moved = openCounter(metrics, {
    name: 'atrium_agent_transcripts_moved_total',
    help: 'Transcripts that were moved from the database to the store',
  })
  const deleted = openCounter(metrics, {
    name: 'atrium_agent_transcript_files_deleted_total',
    help: 'Files of transcripts that nobody needed any more',
  })
  const failed = openCounter(metrics, {
    name: 'atrium_agent_transcript_moves_failed_total',
    help: 'Attempts to move a transcript to the store that failed',
  })
  const failures = new LRUCache<string, true>({ max: mostPaused, ttl: pauseMs })
  const paused = {
    has: (id: string) => failures.has(id),
    add(id: string) {
      failures.set(id, true)
      failed.inc()
    },
  }
  return [
    {
      name: 'agent-transcript-moves',
      everyMs,
      run: async (signal) =>
        void moved.inc(await moveTranscripts({ ...deps, store, paused }, signal)),
    },
    {
      name: 'agent-transcript-files',
      everyMs,
      run: async (signal) =>
        void deleted.inc(await sweepTranscriptFiles({ ...deps, store }, signal)),
    },
    {
      name: 'agent-transcript-orphans',
      everyMs: 600_000,
      run: async (signal) => void (await doomFilesOfGoneRuns(deps, signal)),
    },
    {
      name: 'agent-transcript-staging',
      everyMs: 600_000,
      run: async () => void (await store.sweep()),
    },
  ]
}

/** Deletes every file of a purged organisation, including files without a row. */
export const purgeTranscripts = ({ logger }: Pick<Deps, 'logger'>, store: BlobStore | undefined) =>
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

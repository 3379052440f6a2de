import type { BlobStore } from '@atrium/blob-store'
import type { Background } from '@atrium/service-kit'
import { Counter } from '@atrium/telemetry'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { doomFilesOfGoneRuns, moveTranscripts, sweepTranscriptFiles } from './move-transcripts.ts'

const everyMs = 60_000
/** For so long a transcript that could not be moved is left alone. */
const pauseMs = 900_000
const mostPaused = 10_000

/** Moves large transcripts to the store, and deletes files that nobody needs; any replica may. */
export function transcriptUpkeep(
  deps: Pick<Deps, 'db' | 'bus' | 'logger'>,
  store: BlobStore,
): readonly Background[] {
  const registers = [deps.bus.metrics.registry]
  const moved = new Counter({
    name: 'atrium_agent_transcripts_moved_total',
    help: 'Transcripts that were moved from the database to the store',
    registers,
  })
  const deleted = new Counter({
    name: 'atrium_agent_transcript_files_deleted_total',
    help: 'Files of transcripts that nobody needed any more',
    registers,
  })
  const failed = new Counter({
    name: 'atrium_agent_transcript_moves_failed_total',
    help: 'Attempts to move a transcript to the store that failed',
    registers,
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
      run: async (signal) => void moved.inc(await moveTranscripts({ ...deps, store, paused }, signal)),
    },
    {
      name: 'agent-transcript-files',
      everyMs,
      run: async (signal) => void deleted.inc(await sweepTranscriptFiles({ ...deps, store }, signal)),
    },
    {
      name: 'agent-transcript-orphans',
      everyMs: 600_000,
      run: (signal) => doomFilesOfGoneRuns(deps, signal),
    },
    { name: 'agent-transcript-staging', everyMs: 600_000, run: async () => void (await store.sweep()) },
  ]
}

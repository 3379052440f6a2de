import type { TranscriptEntry } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { atrium } from '../platform/connection/api.ts'
import { Waiting } from '../ui/page/waiting.tsx'
import { agentRunQuery, pastTranscriptQuery } from './agent-run-queries.ts'
import { followAgentRun } from './follow-agent-run.ts'
import { Transcript } from './transcript.tsx'

interface Shown {
  /** Grows in place, because copying 100,000 lines for each message would be slow. */
  readonly entries: TranscriptEntry[]
  readonly count: number
}

export function LiveTranscript({ id, live }: { id: string; live: boolean }) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<AtriumError>()
  const [{ entries, count }, setShown] = useState<Shown>({ entries: [], count: 0 })
  useEffect(() => {
    const gone = new AbortController()
    let ownEntries: TranscriptEntry[] = []
    let frame = 0
    const show = () => {
      frame = 0
      setShown({ entries: ownEntries, count: ownEntries.length })
    }
    void followAgentRun(
      atrium,
      id,
      {
        run(run) {
          setFailure(undefined)
          queryClient.setQueryData(agentRunQuery(id).queryKey, run)
        },
        entries(from, more) {
          setFailure(undefined)
          if (from === 0) ownEntries = []
          for (const entry of more.slice(Math.max(0, ownEntries.length - from)))
            ownEntries.push(entry)
          if (frame === 0) frame = requestAnimationFrame(show)
        },
        // A lost connection is restored automatically.
        failed(error) {
          if (error instanceof AtriumError && error.status !== 0) setFailure(error)
        },
      },
      { signal: gone.signal },
    )
    return () => {
      gone.abort()
      cancelAnimationFrame(frame)
    }
  }, [id, queryClient])
  return (
    <>
      {failure !== undefined && (
        <p className="sunken note preserved" role="alert">
          {failure.message}
        </p>
      )}
      <Transcript entries={entries} count={count} live={live} />
    </>
  )
}

export function PastTranscript({ id, attempt }: { id: string; attempt: number }) {
  const query = useQuery(pastTranscriptQuery(id, attempt))
  if (query.data === undefined) return <Waiting query={query} height={400} radius="lg" />
  return <Transcript entries={query.data} count={query.data.length} live={false} />
}

import { setTimeout as sleep } from 'node:timers/promises'
import { commonErrors } from '@atrium/contracts'
import type { AppEnv } from '@atrium/http'
import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Deps } from '../deps.ts'
import {
  type AgentRunState,
  agentRunView,
  getAgentRunRow,
  getAgentRunState,
  type Owner,
} from './agent-runs.db.ts'
import type { ReadTranscript } from './read-transcript.ts'
import { onTranscript } from './transcript-news.ts'

/** The rows are read again after this time, even without a message. */
const lookEveryMs = 2_000
const atLeastMs = 100
const quietMs = 15_000
/**
 * The stream ends after this time and the client reconnects. If the session has ended, the
 * reconnect fails.
 */
const longestMs = 300_000
const streamsOfPerson = 20

interface Place {
  attempt: number
  from: number
}

function parsePlace(eventId: string | undefined): Place | undefined {
  const [, attempt, from] = /^(\d{1,9}):(\d{1,10})$/.exec(eventId ?? '') ?? []
  return attempt === undefined ? undefined : { attempt: Number(attempt), from: Number(from) }
}

/** The columns affected by a state change. Renewing a lease changes none of them. */
type Marked = Pick<AgentRunState, 'attempt' | 'status' | 'cancel_requested' | 'transcript_cut'>
const toMark = ({ attempt, status, cancel_requested, transcript_cut }: Marked): string =>
  `${attempt} ${status} ${cancel_requested} ${transcript_cut}`

/**
 * Streams a run and its transcript to its owner. Reads the rows, so every replica can serve every
 * run.
 */
export function createAgentRunWatching(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  read: ReadTranscript,
) {
  const readers = new Map<string, number>()
  const ending = new AbortController()
  const count = (key: string, more: 1 | -1): void => {
    const open = (readers.get(key) ?? 0) + more
    if (open === 0) readers.delete(key)
    else readers.set(key, open)
  }

  const stream = async (
    out: SSEStreamingApi,
    {
      owner,
      first,
      place,
      gone,
    }: { owner: Owner; first: AgentRunState; place: Place; gone: AbortSignal },
  ): Promise<void> => {
    const { id } = first
    let { attempt, from } = place
    let sent = ''
    /**
     * Sends the run. Returns false if its state has changed since, because the run's end must
     * follow its last entry.
     */
    const tell = async (mark: string): Promise<boolean> => {
      const row = await getAgentRunRow(db, owner, id)
      if (toMark(row) !== mark) return false
      await out.writeSSE({ event: 'run', data: JSON.stringify(agentRunView(row)) })
      return true
    }
    let spokenAt = performance.now()
    const until = spokenAt + longestMs
    let news = Promise.withResolvers<void>()
    const unfollow = onTranscript(bus, id, () => news.resolve())
    try {
      for (let row = first; !gone.aborted && performance.now() < until; ) {
        news = Promise.withResolvers()
        if (row.attempt !== attempt) {
          attempt = row.attempt
          from = 0
        }
        const entries = await read(row, attempt, from)
        const mark = toMark(row)
        const isNew = mark !== sent
        if (isNew && row.finished_at === null && !(await tell(mark))) {
          row = await getAgentRunState(db, owner, id)
          continue
        }
        sent = mark
        if (entries.length > 0) {
          const next = from + entries.length
          const data = JSON.stringify({ attempt, from, entries, next })
          await out.writeSSE({ event: 'transcript', id: `${attempt}:${next}`, data })
          from = next
        }
        // The run's end is sent after its last entry.
        else if (row.finished_at !== null) {
          if (await tell(mark)) return
          row = await getAgentRunState(db, owner, id)
          continue
        }
        const now = performance.now()
        if (entries.length > 0 || isNew) spokenAt = now
        else if (now - spokenAt > quietMs) {
          await out.write(': still there\n\n')
          spokenAt = now
        }
        await sleep(atLeastMs)
        const timer = new AbortController()
        const quiet = sleep(lookEveryMs, undefined, {
          signal: AbortSignal.any([timer.signal, gone]),
        })
        if (entries.length === 0) await Promise.race([news.promise, quiet.catch(() => {})])
        timer.abort()
        quiet.catch(() => {})
        row = await getAgentRunState(db, owner, id)
      }
    } finally {
      unfollow()
    }
  }

  return {
    /**
     * Responds with the stream of a run. Throws `not_found`, `transcript_gone`, and `rate_limited`
     * if the user has 20 open streams.
     */
    async watch(c: Context<AppEnv>, owner: Owner, id: string, from: number): Promise<Response> {
      const row = await getAgentRunState(db, owner, id)
      const key = `${owner.orgId} ${owner.userId}`
      if ((readers.get(key) ?? 0) >= streamsOfPerson)
        throw commonErrors.rate_limited({ details: { retryAfterSeconds: 10 } })
      const stated = parsePlace(c.req.header('last-event-id')) ?? { attempt: row.attempt, from }
      const place = stated.attempt === row.attempt ? stated : { attempt: row.attempt, from: 0 }
      count(key, 1)
      try {
        // If the transcript cannot be read, the response is an error. Otherwise the stream would
        // break at every reconnect.
        if (row.finished_at !== null) await read(row, place.attempt, place.from)
      } catch (error) {
        count(key, -1)
        throw error
      }
      const response = streamSSE(c, async (out) => {
        const gone = new AbortController()
        out.onAbort(() => gone.abort())
        try {
          await stream(out, {
            owner,
            first: row,
            place,
            gone: AbortSignal.any([gone.signal, ending.signal]),
          })
        } finally {
          count(key, -1)
        }
      })
      response.headers.set('cache-control', 'no-store')
      return response
    },
    end: (): void => ending.abort(),
  }
}

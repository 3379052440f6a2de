import { AtriumError } from '@atrium/sdk'
import { type AgentPlatform, isLost, pause, persist } from './platform.ts'

type Stream = 'out' | 'err' | 'event'
interface Entry {
  at: string
  stream: Stream
  text: string
}

const flushMs = 400
const batchEntries = 2_000
/** The limit for the JSON of one call, in bytes. The platform accepts one mebibyte. */
const batchBytes = 700_000
/**
 * Reading from the command pauses above the first pair of limits (entries and bytes of memory) and
 * resumes below the second.
 */
const most = { entries: 20_000, bytes: 16_000_000 }
const few = { entries: 5_000, bytes: 4_000_000 }

/** Returns an upper bound of an entry's size in bytes. */
const measureMemory = ({ text }: Entry): number => text.length * 2 + 100
const measureSize = ({ text }: Entry): number => Buffer.byteLength(JSON.stringify(text)) + 80

/**
 * Sends a run's lines in order and each once, even if the connection breaks. `on.pause` and
 * `on.resume` control the source. Calls `on.lost` if the platform refuses the lease, and `on.full`
 * if the transcript is full.
 */
export function createTranscriptSender(
  { agentRuns }: AgentPlatform,
  { id, lease }: { id: string; lease: string },
  on: { pause(): void; resume(): void; lost(): void; full(reason: string): void },
  gone: AbortSignal,
) {
  const waiting: Entry[] = []
  let next = 0
  let bytesWaiting = 0
  let held = false
  let over = false
  let full = false
  let wake = Promise.withResolvers<void>()

  const batch = (): Entry[] => {
    const entries: Entry[] = []
    let bytes = 0
    for (const entry of waiting.slice(0, batchEntries)) {
      bytes += measureSize(entry)
      if (bytes > batchBytes && entries.length > 0) break
      entries.push(entry)
    }
    return entries
  }
  const sendOne = async (): Promise<void> => {
    const entries = batch()
    const answer = await persist(gone, () =>
      agentRuns.append({ params: { id }, body: { from: next, entries } }, { lease }),
    )
    for (const entry of waiting.splice(0, entries.length)) bytesWaiting -= measureMemory(entry)
    next = answer.next
    if (held && waiting.length < few.entries && bytesWaiting < few.bytes) {
      held = false
      on.resume()
    }
  }
  const run = async (): Promise<void> => {
    while (!gone.aborted && !(over && waiting.length === 0)) {
      if (waiting.length === 0) {
        wake = Promise.withResolvers()
        await wake.promise
      }
      // Waits a moment to send lines together if they arrive together.
      if (!over && waiting.length < batchEntries) await pause(flushMs, gone)
      if (gone.aborted || waiting.length === 0) continue
      try {
        await sendOne()
      } catch (error) {
        if (isLost(error)) on.lost()
        // If the transcript is full, drops the rest and lets the run continue.
        if (!(error instanceof AtriumError && error.status > 0)) continue
        if (!full && !isLost(error)) on.full(error.message)
        full = true
        waiting.length = 0
        on.resume()
      }
    }
  }
  gone.addEventListener('abort', () => wake.resolve(), { once: true })
  const running = run()
  return {
    add(stream: Stream, text: string): void {
      if (full || gone.aborted) return
      const entry = { at: new Date().toISOString(), stream, text }
      waiting.push(entry)
      bytesWaiting += measureMemory(entry)
      wake.resolve()
      if (!held && (waiting.length > most.entries || bytesWaiting > most.bytes)) {
        held = true
        on.pause()
      }
    },
    /** Resolves when everything is sent or the run is lost. */
    async end(): Promise<void> {
      over = true
      wake.resolve()
      await running
    },
  }
}

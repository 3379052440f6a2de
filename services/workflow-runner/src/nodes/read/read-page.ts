import type { ReadFailure, ReadOutcome } from '@atrium/contracts'
import { NodeError } from '../../engine/index.ts'
import type { ReadTarget } from '../connector.ts'
import type { NodePorts } from '../ports.ts'

const tries = 6
const firstPauseMs = 1_000
/** If a provider asks for a longer wait, the node fails. The next run reads again. */
const longestPauseMs = 180_000

export class ReadError extends NodeError {
  readonly kind: ReadFailure['class']

  constructor({ class: kind, fix }: ReadFailure, message: string) {
    super(message, fix === null ? {} : { fix })
    this.kind = kind
  }
}

export interface PausedReading {
  ports: Pick<NodePorts, 'pause'>
  signal: AbortSignal
}

export interface Reading extends PausedReading {
  ports: Pick<NodePorts, 'texts' | 'pause'>
  target: ReadTarget
}

export type ReadEnd = 'expired' | 'gone' | 'blocked'

/**
 * Reads one page of an account. Waits as long as the provider asks, for up to six attempts. Returns
 * the failure class if `ends` contains it. Otherwise throws a `ReadError` with the fix.
 */
export async function readPage<P, E extends ReadEnd = never>(
  call: () => Promise<ReadOutcome<P>>,
  { ports: { pause }, signal }: PausedReading,
  ends: readonly E[] = [],
): Promise<P | E> {
  for (let at = 1; ; at += 1) {
    const answer = await call()
    if (answer.outcome === 'read') return answer.page
    const { class: kind, message, retryAfterSeconds } = answer.failure
    const end = ends.find((each) => each === kind)
    if (end !== undefined) return end
    const failed = (words: string) => new ReadError(answer.failure, words)
    if (kind !== 'retry') throw failed(message)
    const waitMs =
      retryAfterSeconds === undefined ? firstPauseMs * 2 ** (at - 1) : retryAfterSeconds * 1_000
    if (waitMs > longestPauseMs)
      throw failed(`${message}. The step reads again in ${Math.ceil(waitMs / 60_000)} minutes.`)
    if (at === tries) throw failed(`${message} (after ${tries} tries)`)
    await pause(waitMs, signal)
    signal.throwIfAborted()
  }
}

/**
 * Reads an account's file in parts. Returns the bytes and the last part, or the failure class if a
 * part fails with one of `ends`. Throws `NodeError` if the parts never end.
 */
export async function readParts<
  P extends { bytes: string; next: number | null },
  E extends ReadEnd,
>(
  what: string,
  call: (offset: number) => Promise<ReadOutcome<P>>,
  reading: Reading,
  ends: readonly E[],
): Promise<{ bytes: Buffer; last: P } | E> {
  const parts: Buffer[] = []
  for (let offset = 0; ; ) {
    const part = await readPage(() => call(offset), reading, ends)
    if (typeof part === 'string') return part
    parts.push(Buffer.from(part.bytes, 'base64'))
    if (part.next === null) return { bytes: Buffer.concat(parts), last: part }
    if (part.next <= offset) throw new NodeError(`${what} has no end`)
    offset = part.next
  }
}

/** Half of a node's deadline, because later nodes also need a share of the run's time. */
const longestMs = 420_000

/**
 * Returns a function that is true once the reading time is used up. Without this limit, a slow read
 * would meet the deadline and start at the same position in every run.
 */
export function readingTime(now: () => number): () => boolean {
  const until = now() + longestMs
  return () => now() >= until
}

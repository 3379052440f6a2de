import type { ReadFailure, ReadOutcome } from '@atrium/contracts'
import { NodeError } from '../engine/index.ts'
import type { ReadTarget } from './connector.ts'
import type { NodePorts } from './ports.ts'

const tries = 6
const firstPauseMs = 1_000
/** A longer wait of a provider ends the node: the next run goes on. */
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
 * One page of an account, with the waits that the provider asks for; six tries. Answers the ends in `ends`. Throws a
 * `ReadError` with the remedy.
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
      throw failed(`${message}: read again in ${Math.ceil(waitMs / 60_000)} minutes`)
    if (at === tries) throw failed(`${message} (after ${tries} tries)`)
    await pause(waitMs, signal)
    signal.throwIfAborted()
  }
}

/** A file of an account as its parts come; `last` is the last one. Answers the end of a read that a part meets. */
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
    if (part.next <= offset) throw new NodeError(`The parts of ${what} do not end`)
    offset = part.next
  }
}

/** Half of the deadline of a node, so that the nodes behind it have time of the run, too. */
const longestMs = 420_000

/** Whether the time of a read is used up: one that met the deadline would begin at the same place for ever. */
export function readingTime(now: () => number): () => boolean {
  const until = now() + longestMs
  return () => now() >= until
}

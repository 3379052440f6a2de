import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import type { z } from 'zod'
import { NetworkError } from '../network/network-error.ts'
import type { Connection, MediaFile, OutgoingMedia, PostProgress } from './provider.ts'

const bytesPerMs = 5_000
const longestMs = 100_000
const retries = 3
const firstPauseMs = 400
/** Shorter than a day, because networks keep an unfinished upload for a day. */
export const keptMs = 20 * 3_600_000

/** Returns a picture's alternative text. Undefined for a video, or if there is none. */
export const pictureText = (file: OutgoingMedia): string | undefined =>
  isVideo(file) || file.altText === '' ? undefined : file.altText

export const isVideo = ({ contentType }: Pick<MediaFile, 'contentType'>): boolean =>
  contentType.startsWith('video/')

/**
 * Returns the time budget in milliseconds for one attempt at a file. The attempt ends before it
 * counts as an orphan.
 */
export const uploadBudget = (shortestMs: number, bytes: number): number =>
  Math.max(shortestMs, Math.min(longestMs, shortestMs + bytes / bytesPerMs))

/** One attempt at a post's video. `deadline` is on the `performance.now()` clock. */
export interface VideoAttempt {
  connection: Connection
  file: OutgoingMedia
  progress: PostProgress
  deadline: number
  now: () => Date
}

/** Returns the state of an earlier attempt at the post, or undefined. */
export async function recall<S extends z.ZodType>(
  progress: PostProgress,
  schema: S,
): Promise<z.output<S> | undefined> {
  const kept = await progress.recall()
  return kept ? schema.parse(JSON.parse(kept)) : undefined
}

/**
 * Runs one attempt at a post's media, starting from the earlier attempts' state. `work` changes the
 * state. The state is stored if the attempt ends with `retry`. If `restarts` is true and the
 * network refuses the content after an earlier state, the next attempt starts from the beginning.
 */
export async function resume<S extends z.ZodType<{ at: number }>, T>(
  { progress, now, restarts = false }: { progress: PostProgress; now: Date; restarts?: boolean },
  schema: S,
  fresh: Omit<z.output<S>, 'at'>,
  work: (state: Omit<z.output<S>, 'at'>) => Promise<T>,
): Promise<T> {
  const kept = await recall(progress, schema)
  const earlier = kept !== undefined && now.getTime() - kept.at < keptMs ? kept : undefined
  const state = earlier ?? fresh
  try {
    return await work(state)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    if (error.class === 'retry')
      await progress.keep(JSON.stringify({ ...state, at: now.getTime() }))
    if (restarts && earlier !== undefined && error.class === 'fix_content')
      throw await restart(progress, error)
    throw error
  }
}

/**
 * Calls `look` until it returns undefined. Each other result is the pause in milliseconds before
 * the next call. Throws `late` if the pause would end after `deadline`.
 */
export async function poll(
  deadline: number,
  look: () => Promise<number | undefined>,
  late: (pauseMs: number) => NetworkError,
): Promise<void> {
  for (let pause = await look(); pause !== undefined; pause = await look()) {
    if (performance.now() + pause > deadline) throw late(pause)
    await sleep(pause)
  }
}

export const interrupted = (): NetworkError =>
  new NetworkError(
    'retry',
    'The upload was interrupted. The next attempt continues where it stopped.',
    {
      code: 'interrupted',
      retryAfter: 5,
    },
  )

export const stillBusy = (step: string, retryAfter: number): NetworkError =>
  new NetworkError('retry', `The media are still being ${step}`, {
    code: 'in_progress',
    retryAfter,
  })

/**
 * Discards a refused upload's stored state, so the next attempt starts from the beginning. Returns
 * the error to throw.
 */
export async function restart(
  progress: PostProgress,
  { code, message }: NetworkError,
): Promise<NetworkError> {
  await progress.keep('')
  return new NetworkError('retry', `The upload starts again: ${message}`, { code, retryAfter: 1 })
}

/**
 * True if a failed part can be retried now. A wait that the network names would exceed the attempt.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof NetworkError && error.class === 'retry' && error.retryAfter === undefined

/**
 * Sends a file starting at the byte `from`. `send` sends the part at a byte offset and returns the
 * next offset. A failed part is retried up to three times until `deadline` (on the
 * `performance.now()` clock). Throws `interrupted` at the deadline or if a part keeps failing.
 * Rethrows every other error.
 */
export async function sendParts(
  { from, size, deadline }: { from: number; size: number; deadline: number },
  send: (at: number, attempt: number) => Promise<number>,
  sent?: (next: number) => Promise<void>,
): Promise<void> {
  for (let start = from; start < size; ) {
    if (performance.now() > deadline) throw interrupted()
    let at = start
    const part = async (attempt: number) => {
      at = await send(at, attempt)
      if (at <= start) throw new NetworkError('retry', 'The upload makes no progress')
    }
    await pRetry(part, {
      retries,
      minTimeout: firstPauseMs,
      shouldRetry: ({ error }) => mayPass(error) && performance.now() < deadline,
    }).catch((error: unknown) => {
      throw mayPass(error) ? interrupted() : error
    })
    start = at
    await sent?.(start)
  }
}

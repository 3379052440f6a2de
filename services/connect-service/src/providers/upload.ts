import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import type { z } from 'zod'
import { NetworkError } from '../network/network-error.ts'
import type { MediaFile, PostProgress } from './provider.ts'

const bytesPerMs = 5_000
const longestMs = 100_000
const retries = 3
const firstPauseMs = 400

export const isVideo = ({ contentType }: Pick<MediaFile, 'contentType'>): boolean =>
  contentType.startsWith('video/')

/**
 * Milliseconds that one attempt at a post may spend on its file: `shortestMs`, and longer for a large one. The attempt
 * ends before it counts as an orphan.
 */
export const uploadBudget = (shortestMs: number, bytes: number): number =>
  Math.max(shortestMs, Math.min(longestMs, shortestMs + bytes / bytesPerMs))

/** The state that an earlier attempt at the post left; undefined when there is none. */
export async function recall<S extends z.ZodType>(
  progress: PostProgress,
  schema: S,
): Promise<z.output<S> | undefined> {
  const kept = await progress.recall()
  return kept ? schema.parse(JSON.parse(kept)) : undefined
}

/** Waits until `look` answers undefined, as many milliseconds as it answers; throws `late` when that is after `deadline`. */
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

/** The upload stopped and its session is good. */
export const interrupted = (): NetworkError =>
  new NetworkError('retry', 'The upload was interrupted; the next attempt goes on where it stopped', {
    code: 'interrupted',
    retryAfter: 5,
  })

/** Discards the kept state of an upload that the network refuses: the next attempt begins anew. */
export async function beginAnew(
  progress: PostProgress,
  { code, message }: NetworkError,
): Promise<NetworkError> {
  await progress.keep('')
  return new NetworkError('retry', `The upload begins anew: ${message}`, { code, retryAfter: 1 })
}

/** Whether a failed part of an upload may pass now. A wait that the network names is longer than an attempt. */
const mayPass = (error: unknown): boolean =>
  error instanceof NetworkError && error.class === 'retry' && error.retryAfter === undefined

/**
 * Sends one part of an upload, up to three times more while it fails and there is time until `deadline` (of
 * `performance.now()`). Throws `interrupted` when it does not pass, and every other error as it is.
 */
export const sendPart = <T>(deadline: number, send: (attempt: number) => Promise<T>): Promise<T> =>
  pRetry(send, {
    retries,
    minTimeout: firstPauseMs,
    shouldRetry: ({ error }) => mayPass(error) && performance.now() < deadline,
  }).catch((error: unknown) => {
    throw mayPass(error) ? interrupted() : error
  })

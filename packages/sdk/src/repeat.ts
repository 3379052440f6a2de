import { AtriumError, AtriumNetworkError, AtriumTimeoutError } from './atrium-error.ts'
import { pause } from './pause.ts'

/** Sends a request with its attempts. `repeatable` states that a second attempt does no harm. */
export type Repeat = <T>(
  attempt: () => Promise<T>,
  request: { readonly repeatable: boolean; readonly signal?: AbortSignal | null | undefined },
) => Promise<T>

export const once: Repeat = (attempt) => attempt()

const longestPauseMs = 30_000

/**
 * Retries up to `maxRetries` times after 429, 503, a lost connection or a timeout. The pause is
 * `Retry-After`, else half a second doubled each time, minus a random part. If `Retry-After`
 * exceeds 30 seconds, the caller gets the error of the attempt.
 */
export const upTo =
  (maxRetries: number, pauseMs = backOffMs): Repeat =>
  async (attempt, { repeatable, signal }) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (!repeatable || tries > maxRetries || !isPassing(error)) throw error
        const asked = (error.retryAfterSeconds ?? 0) * 1_000
        if (asked > longestPauseMs) throw error
        await pause(Math.max(asked, pauseMs(tries)), signal)
        signal?.throwIfAborted()
      }
    }
  }

const backOffMs = (tries: number): number => 500 * 2 ** (tries - 1) * (0.5 + Math.random() / 2)

const isPassing = (error: unknown): error is AtriumError =>
  error instanceof AtriumNetworkError ||
  error instanceof AtriumTimeoutError ||
  (error instanceof AtriumError && (error.status === 429 || error.status === 503))

import { addAbortSignal, Readable } from 'node:stream'
import type { ByteSource } from './blob-store.ts'

/**
 * Runs a step that consumes `source`. An abort ends the step with the signal's reason, even while
 * the source is silent.
 */
export async function stopAtAbort<T>(
  source: ByteSource,
  signal: AbortSignal | undefined,
  step: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  if (signal && source instanceof Readable) addAbortSignal(signal, source)
  try {
    return await step()
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}

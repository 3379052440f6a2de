import { addAbortSignal, Readable } from 'node:stream'
import type { ByteSource } from './blob-store.ts'

/** Runs a step that consumes `source`; an abort ends it even while the source is silent, with its reason. */
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

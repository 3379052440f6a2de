import type { NodeResult } from './node-definition.ts'
import { NodeError } from './node-error.ts'
import type { RunEffects } from './run-effects.ts'

/** One minute inside the queue's expiry of 900 s. */
export const nodeDeadlineMs = 840_000

/** Thrown when the run was cancelled while its node was being called. */
export class CancelledError extends Error {}

/**
 * Calls a node and waits no longer than its deadline, or until the run is cancelled. A call that does not
 * listen to its signal is left behind, and whatever it answers later is ignored. Throws what the node throws.
 */
export async function callNode<P>(
  instant: boolean,
  effects: RunEffects<P>,
  call: (signal: AbortSignal) => NodeResult | Promise<NodeResult>,
): Promise<NodeResult> {
  if (instant) return call(effects.cancelled)
  const deadline = effects.deadline(nodeDeadlineMs)
  const signal = AbortSignal.any([deadline.signal, effects.cancelled])
  let stop: () => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(reasonOf(effects, deadline.signal))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([aborted, Promise.resolve().then(() => call(signal))])
  } catch (error) {
    // A node that notices the signal first throws its own abort error; the cause is still ours.
    throw signal.aborted ? reasonOf(effects, deadline.signal) : error
  } finally {
    signal.removeEventListener('abort', stop)
    deadline.clear()
  }
}

function reasonOf<P>(effects: RunEffects<P>, deadline: AbortSignal): Error {
  if (effects.cancelled.aborted || !deadline.aborted) return new CancelledError('The run was cancelled')
  return deadlinePassed()
}

/** The failure of a node that took too long. */
export const deadlinePassed = (): NodeError =>
  new NodeError(`Stopped at the node deadline of ${nodeDeadlineMs / 1000} seconds`)

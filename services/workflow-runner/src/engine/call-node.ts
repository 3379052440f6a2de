import { LimitError, runExpirySeconds } from '@atrium/workflow-rules'
import type { NodeResult } from './node-definition.ts'
import type { RunEffects } from './run-effects.ts'

/** One minute shorter than the maximum run time. */
export const nodeDeadlineMs = (runExpirySeconds - 60) * 1_000

export class CancelledError extends Error {}

/**
 * Calls a node until its deadline or until the run is cancelled, and throws the node's errors. A
 * later result is discarded.
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
    stop = () => reject(toReason(effects, deadline.signal))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([aborted, Promise.resolve().then(() => call(signal))])
  } catch (error) {
    // If a node notices the signal first, it throws its own abort error.
    throw signal.aborted ? toReason(effects, deadline.signal) : error
  } finally {
    signal.removeEventListener('abort', stop)
    deadline.clear()
  }
}

function toReason<P>(effects: RunEffects<P>, deadline: AbortSignal): Error {
  if (effects.cancelled.aborted || !deadline.aborted)
    return new CancelledError('The run was cancelled')
  return deadlinePassed()
}

export const deadlinePassed = (): LimitError =>
  new LimitError(`The step took longer than ${nodeDeadlineMs / 1000} seconds and was stopped`)

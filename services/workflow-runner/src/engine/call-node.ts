import { LimitError, runExpirySeconds } from '@atrium/workflow-rules'
import type { NodeResult } from './node-definition.ts'
import type { RunEffects } from './run-effects.ts'

/** One minute less than the longest time of a run. */
export const nodeDeadlineMs = (runExpirySeconds - 60) * 1_000

export class CancelledError extends Error {}

/** Calls a node until its deadline or the run's cancellation; a later result is discarded. Throws its errors. */
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
    // A node that notices the signal first throws an abort error of its own.
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
  new LimitError(`Stopped at the node deadline of ${nodeDeadlineMs / 1000} seconds`)

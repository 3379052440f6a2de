import type { JobDefinition } from '@atrium/contracts'
import type { z } from 'zod'

/** The context of a job's handler. */
export interface JobCall {
  /** The message's id, the same on every delivery. */
  id: string
  orgId: string | null
  /** 1 for the first delivery. */
  attempt: number
  /** Aborted when the grace period of a stopping worker ends. */
  signal: AbortSignal
}

export interface JobWorkerOptions<S extends z.ZodType = z.ZodType> {
  /** Concurrent jobs of this process. */
  slots: number
  /** Does the work. An error leads to a redelivery while some are left and it may pass, else to a dead letter. */
  handle(data: z.output<S>, call: JobCall): Promise<void>
  /** Milliseconds for running jobs after a stop, before their signal aborts; 5,000 by default. */
  graceMs?: number
  /** Milliseconds until the redelivery after the nth failure; 1,000, 2,000, 4,000 … by default. */
  retryPauseMs?: (attempt: number) => number
}

/** A queue with its handler. Build it with `jobWorker`, which ties the types together. */
export interface JobWorker extends JobWorkerOptions {
  job: JobDefinition
}

/** Ties a handler to its queue. */
export const jobWorker = <S extends z.ZodType>(
  job: JobDefinition<S>,
  options: JobWorkerOptions<S>,
): JobWorker => ({
  ...options,
  job,
  handle: (data, call) => options.handle(data as z.output<S>, call),
})

import type { JobDefinition } from '@atrium/contracts'
import type { z } from 'zod'

export interface JobCall {
  /** The message id, the same on every delivery. */
  id: string
  orgId: string | null
  /** 1 on the first delivery. */
  attempt: number
  /** Aborts when a stopping worker's grace period ends. */
  signal: AbortSignal
}

export interface JobWorkerOptions<S extends z.ZodType = z.ZodType> {
  /** Concurrent jobs per process. */
  slots: number
  /**
   * Does the work. After an error the job is redelivered if deliveries are left and the error may
   * be temporary. Otherwise it is dead-lettered.
   */
  handle(data: z.output<S>, call: JobCall): Promise<void>
  /**
   * Milliseconds that running jobs get after a stop before their signal aborts. 5,000 by default.
   */
  graceMs?: number
  /** Milliseconds until redelivery after the nth failure. By default 1,000, 2,000, 4,000 … */
  retryPauseMs?: (attempt: number) => number
}

/** A queue with its handler. Build it with `jobWorker` to infer the types. */
export interface JobWorker extends JobWorkerOptions {
  job: JobDefinition
}

/** Declares a handler for a queue. */
export const jobWorker = <S extends z.ZodType>(
  job: JobDefinition<S>,
  options: JobWorkerOptions<S>,
): JobWorker => ({
  ...options,
  job,
  handle: (data, call) => options.handle(data as z.output<S>, call),
})

import type { JobDefinition } from '@atrium/contracts'
import type { z } from 'zod'

/** What a handler is told beside the data. */
export interface JobCall {
  /** The message's id, the same on every delivery. */
  id: string
  orgId: string | null
  /** 1 for the first delivery. */
  attempt: number
  /** Aborted when the worker stops and its patience is over. */
  signal: AbortSignal
}

export interface JobWorkerOptions<S extends z.ZodType = z.ZodType> {
  /** Jobs that this process works on at once. */
  slots: number
  /** Does the work. What it throws decides: another delivery while some are left, else set aside. */
  handle(data: z.output<S>, call: JobCall): Promise<void>
  /** Milliseconds that a stopping worker lets its jobs go on before it aborts their signal; 5,000 unless told. */
  graceMs?: number
  /** Milliseconds until the next delivery after the nth one failed; 1,000, 2,000, 4,000 … unless told. */
  retryPauseMs?: (attempt: number) => number
}

/** A queue with its handler. Build it with `jobWorker`, which ties the types together. */
export interface JobWorker extends JobWorkerOptions {
  job: JobDefinition
}

/** Ties a handler to the queue that it works off. */
export const jobWorker = <S extends z.ZodType>(
  job: JobDefinition<S>,
  options: JobWorkerOptions<S>,
): JobWorker => ({
  ...options,
  job,
  handle: (data, call) => options.handle(data as z.output<S>, call),
})

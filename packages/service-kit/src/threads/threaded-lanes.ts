import { type ResourceLimits, Worker } from 'node:worker_threads'
import { createLaneQueue } from './lane-queue.ts'

/** The message of a thread about one input. */
export type ThreadAnswer<O> = { value: O } | { error: string }

export interface ThreadedLanesOptions {
  /** The program of the thread; it posts a `ThreadAnswer` for each message. */
  file: URL
  /** Wall time of one input, after which the thread ends. */
  longestMs: number
  heap: ResourceLimits
  /** The messages of an input that ends its thread, and of one during the stop of the process. */
  reasons: { memory: string; time: string; lost: string }
  error(reason: string): Error
  /**
   * The most inputs that wait, in all and of one lane; further ones are rejected at once. Beyond the bound of all, a lane
   * where nothing waits still gets one place, so that full lanes keep no other one out. Without it they are unbounded.
   */
  most?: { all: number; lane: number; error(full: 'all' | 'lane'): Error }
}

interface Waiting<I, O> {
  input: I
  resolve(value: O): void
  reject(error: Error): void
}

const stopping = 'The server is stopping'

/**
 * Runs slow synchronous work in a worker thread, one input at a time, the lanes in turn. The thread starts with the first
 * input; an input that exhausts memory or time fails alone, with its thread.
 */
export function createThreadedLanes<I, O>({
  file,
  longestMs,
  heap,
  reasons,
  error,
  most,
}: ThreadedLanesOptions) {
  const queue = createLaneQueue<Waiting<I, O>>()
  let thread: Worker | undefined
  let current: { work: Waiting<I, O>; timer: NodeJS.Timeout } | undefined
  let stopped = false

  const settle = (finish: (work: Waiting<I, O>) => void): void => {
    if (current === undefined) return
    const { work, timer } = current
    clearTimeout(timer)
    current = undefined
    finish(work)
    next()
  }
  const drop = (lost: Worker, reason: string): void => {
    if (thread !== lost) return
    thread = undefined
    void lost.terminate()
    settle((work) => work.reject(error(reason)))
  }
  const start = (): Worker => {
    const fresh = new Worker(file, { resourceLimits: heap })
    fresh.unref()
    fresh.on('message', (answer: ThreadAnswer<O>) =>
      settle(({ resolve, reject }) =>
        'value' in answer ? resolve(answer.value) : reject(error(answer.error)),
      ),
    )
    fresh.on('error', () => drop(fresh, reasons.memory))
    fresh.on('exit', () => drop(fresh, reasons.lost))
    return fresh
  }
  const next = (): void => {
    if (current !== undefined) return
    const work = queue.take()
    if (work === undefined) {
      thread?.unref()
      return
    }
    if (stopped) {
      work.reject(error(stopping))
      next()
      return
    }
    thread ??= start()
    const used = thread
    used.ref()
    current = { work, timer: setTimeout(() => drop(used, reasons.time), longestMs) }
    used.postMessage(work.input)
  }
  return {
    run: (lane: string, input: I): Promise<O> =>
      new Promise((resolve, reject) => {
        const waiting = queue.waiting(lane)
        const isLaneFull = most !== undefined && waiting.lane >= most.lane
        const isFull = most !== undefined && waiting.lane > 0 && waiting.all >= most.all
        if (isLaneFull || isFull) return reject(most.error(isLaneFull ? 'lane' : 'all'))
        queue.push(lane, { input, resolve, reject })
        next()
      }),
    async stop(): Promise<void> {
      stopped = true
      const last = thread
      thread = undefined
      await last?.terminate()
      settle((work) => work.reject(error(stopping)))
    },
  }
}

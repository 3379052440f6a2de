import type { ResourceLimits } from 'node:worker_threads'
import { createLaneQueue } from './lane-queue.ts'
import { type Runner, startProcess, startThread } from './start-runner.ts'

/** A thread's message about one input. */
export type ThreadAnswer<O> = { value: O } | { error: string }

export interface ThreadedLanesOptions {
  /** The thread's program. It posts a `ThreadAnswer` for each message. */
  file: URL
  /** Milliseconds of wall time per input. After this time the thread ends. */
  longestMs: number
  heap: ResourceLimits
  /**
   * Resident bytes. If set, the thread runs in a child process, which is killed if it exceeds the
   * limit, because a heap limit does not count buffers. The process ends after 30 idle seconds.
   */
  memoryLimit?: number
  /**
   * Error messages for an input that exhausts memory or time, or whose thread is lost, for example
   * because the process stops.
   */
  reasons: { memory: string; time: string; lost: string }
  error(reason: string): Error
  /**
   * The maximum waiting inputs, in total and per lane. Further ones are rejected at once. Beyond
   * the total limit, a lane with no waiting input may still add one, so full lanes do not block the
   * others. Unlimited if unset.
   */
  most?: { all: number; lane: number; error(full: 'all' | 'lane'): Error }
}

interface Waiting<I, O> {
  input: I
  resolve(value: O): void
  reject(error: Error): void
}

const idleMs = 30_000
const stopping = 'The server is stopping'

/**
 * Runs slow synchronous work in a worker thread or child process, one input at a time. Lanes take
 * turns. The thread starts with the first input. An input that exhausts memory or time fails alone,
 * together with its thread.
 */
export function createThreadedLanes<I, O>({
  file,
  longestMs,
  heap,
  memoryLimit,
  reasons,
  error,
  most,
}: ThreadedLanesOptions) {
  const queue = createLaneQueue<Waiting<I, O>>()
  let thread: Runner | undefined
  let retirement: NodeJS.Timeout | undefined
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
  const drop = (lost: Runner, reason: string): void => {
    if (thread !== lost) return
    thread = undefined
    void lost.end()
    settle((work) => work.reject(error(reason)))
  }
  const start = (): Runner => {
    const events = {
      answered: (answer: unknown) =>
        settle(({ resolve, reject }) => {
          const { value, error: reason } = answer as { value: O; error?: string }
          if (reason === undefined) resolve(value)
          else reject(error(reason))
        }),
      ended: (reason: 'memory' | 'lost') => drop(fresh, reasons[reason]),
    }
    const fresh: Runner =
      memoryLimit === undefined
        ? startThread(file, heap, events)
        : startProcess(file, { heap, memoryLimit }, events)
    return fresh
  }
  /** Ends an idle process, because it holds much memory. A thread is kept. */
  const retire = (): void => {
    thread?.hold(false)
    if (memoryLimit === undefined || thread === undefined) return
    const idle = thread
    retirement = setTimeout(() => {
      if (thread !== idle) return
      thread = undefined
      void idle.end()
    }, idleMs).unref()
  }
  const next = (): void => {
    if (current !== undefined) return
    const work = queue.take()
    clearTimeout(retirement)
    if (work === undefined) {
      retire()
      return
    }
    if (stopped) {
      work.reject(error(stopping))
      next()
      return
    }
    thread ??= start()
    const used = thread
    used.hold(true)
    current = { work, timer: setTimeout(() => drop(used, reasons.time), longestMs) }
    used.post(work.input)
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
      clearTimeout(retirement)
      await last?.end()
      settle((work) => work.reject(error(stopping)))
    },
  }
}

import type { ResourceLimits } from 'node:worker_threads'
import { createLaneQueue } from './lane-queue.ts'
import { type Runner, startProcess, startThread } from './start-runner.ts'

/** The message of a thread about one input. */
export type ThreadAnswer<O> = { value: O } | { error: string }

export interface ThreadedLanesOptions {
  /** The program of the thread; it posts a `ThreadAnswer` for each message. */
  file: URL
  /** Wall time of one input, after which the thread ends. */
  longestMs: number
  heap: ResourceLimits
  /**
   * Resident bytes. With it the thread runs in a child process, which is killed when it passes the limit: a heap limit
   * counts no buffers. The process ends when it was idle for 30 seconds.
   */
  memoryLimit?: number
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

const idleMs = 30_000
const stopping = 'The server is stopping'

/**
 * Runs slow synchronous work in a worker thread or child process, one input at a time, the lanes in turn. The thread starts with the first
 * input; an input that exhausts memory or time fails alone, with its thread.
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
  /** A process holds much memory, so an idle one ends. A thread is kept. */
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

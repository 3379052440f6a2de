import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLaneQueue } from '@atrium/service-kit'
import {
  PictureError,
  type PictureRequest,
  type PictureResponse,
  type PictureSize,
  type PictureType,
  type PictureWork,
} from './picture-work.ts'

export interface PicturePoolOptions {
  /** A process is killed when it has this many resident bytes. A 25-megapixel AVIF takes 510 MB. */
  memoryLimit?: number
  /** Milliseconds of wall time per picture. After this time its process is killed. */
  longestMs?: number
  /**
   * The maximum waiting pictures, in total and per lane. A lane with no waiting picture is never
   * refused.
   */
  most?: { all: number; lane: number }
}

/**
 * A picture in one lane. `read` is called when its turn comes, so waiting pictures hold no bytes.
 */
export interface PictureTask {
  readonly lane: string
  readonly work: PictureWork
  read(): Promise<Uint8Array>
}

interface MeasureTask extends Pick<PictureTask, 'lane' | 'read'> {
  readonly type: PictureType
}

type Outcome = Exclude<PictureResponse, { problem: unknown }>

interface Waiting extends Pick<PictureTask, 'lane' | 'read'> {
  readonly work: PictureRequest['work']
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** The maximum processes per pool and the memory for each. A container must fit them all. */
export const pictureProcesses = { most: 2, memoryLimit: 700_000_000 } as const
const idleMs = 30_000
// In a bundle the program is a file next to this one, with the bundle's extension.
const program = fileURLToPath(
  new URL(`./picture-process${extname(import.meta.url)}`, import.meta.url),
)

export type PicturePool = ReturnType<typeof createPicturePool>

/**
 * Decodes pictures in at most two child processes. Each lane gets one picture at a time, and lanes
 * take turns. If a picture exhausts memory or time, only that picture and its process fail.
 * Processes start on demand and end when idle.
 */
export function createPicturePool(options: PicturePoolOptions = {}) {
  const { memoryLimit = pictureProcesses.memoryLimit, longestMs = 20_000 } = options
  const { most = { all: 400, lane: 60 } } = options
  const queue = createLaneQueue<Waiting>()
  const idle = new Set<PictureProcess>()
  const running = new Map<string, PictureProcess | undefined>()
  let stopped = false

  const next = (): void => {
    while (running.size < pictureProcesses.most) {
      const task = queue.take((lane) => running.has(lane))
      if (task === undefined) return
      if (stopped) task.reject(new PictureError('stopped', 'The server is stopping'))
      else void run(task)
    }
  }

  async function run({ lane, work, read, resolve, reject }: Waiting): Promise<void> {
    running.set(lane, undefined)
    try {
      const bytes = await read()
      if (stopped) throw new PictureError('stopped', 'The server is stopping')
      const used = takeIdle() ?? startProcess(memoryLimit)
      running.set(lane, used)
      const response = await used.ask({ work, bytes }, longestMs)
      if (used.isAlive()) keepIdle(used)
      if ('problem' in response) throw new PictureError(response.problem, response.message)
      resolve(response)
    } catch (error) {
      reject(error)
    } finally {
      running.delete(lane)
      next()
    }
  }

  const keepIdle = (one: PictureProcess): void => {
    idle.add(one)
    one.endAfter(idleMs, () => idle.delete(one))
  }
  const takeIdle = (): PictureProcess | undefined => {
    const [one] = idle
    if (one !== undefined) idle.delete(one)
    return one
  }

  const wait = (task: Pick<Waiting, 'lane' | 'work' | 'read'>): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const waiting = queue.waiting(task.lane)
      if (waiting.lane >= most.lane || (waiting.lane > 0 && waiting.all >= most.all)) {
        return reject(new PictureError('busy', 'Too many pictures wait'))
      }
      queue.push(task.lane, { ...task, resolve, reject })
      next()
    })

  return {
    /**
     * Returns the result of the work (`PictureWork`). Throws a `PictureError`, and anything thrown
     * by `read`.
     */
    async run(task: PictureTask): Promise<Uint8Array | null> {
      const outcome = await wait(task)
      return 'bytes' in outcome ? outcome.bytes : null
    },
    /** Reads a picture's size from its header. Throws the errors of `run`. */
    async measure({ type, ...task }: MeasureTask): Promise<PictureSize> {
      const outcome = await wait({ ...task, work: { do: 'measure', type } })
      if ('size' in outcome) return outcome.size
      throw new PictureError('unreadable', 'The picture was not measured')
    },
    /** Ends all processes. Waiting and later pictures are rejected with `stopped`. */
    async stop(): Promise<void> {
      stopped = true
      await Promise.all([...idle, ...running.values()].map((one) => one?.end()))
      next()
    },
  }
}

type PictureProcess = ReturnType<typeof startProcess>

/**
 * Starts one process. It gets none of the service's environment, because a hostile picture may take
 * over the decoder.
 */
function startProcess(memoryLimit: number) {
  const child: ChildProcess = fork(program, [String(memoryLimit)], {
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = Promise.withResolvers<void>()
  let ending: PictureResponse | undefined
  // Uses callbacks, because a `then` on the exit for each picture would keep all results until the
  // process ends.
  let settle: ((response: PictureResponse) => void) | undefined
  let forget: (() => void) | undefined
  const noteEnd = (response: PictureResponse): void => {
    ending ??= response
    settle?.(ending)
    forget?.()
    exited.resolve()
  }
  child.once('error', () =>
    noteEnd({ problem: 'busy', message: 'No picture process could be started' }),
  )
  child.once('exit', (_code, signal) =>
    noteEnd(
      signal === 'SIGKILL'
        ? { problem: 'too_large', message: 'The picture needs too much memory or time' }
        : { problem: 'unreadable', message: 'The decoder crashed' },
    ),
  )
  child.on('message', (response) => settle?.(response as PictureResponse))
  let retirement: NodeJS.Timeout | undefined
  return {
    isAlive: () => ending === undefined,
    async ask(request: PictureRequest, longestMs: number): Promise<PictureResponse> {
      clearTimeout(retirement)
      if (ending !== undefined) return ending
      child.ref()
      child.channel?.ref()
      const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
      try {
        return await new Promise((resolve) => {
          settle = resolve
          // If the process has ended in the meantime, its exit reports that.
          child.send(request, () => undefined)
        })
      } finally {
        clearTimeout(timer)
        settle = undefined
      }
    },
    /** Ends the process unless it is used again within `ms`. Calls `onEnd` first. */
    endAfter(ms: number, onEnd: () => void): void {
      child.unref()
      child.channel?.unref()
      forget = onEnd
      retirement = setTimeout(() => {
        onEnd()
        child.kill('SIGKILL')
      }, ms).unref()
    },
    async end(): Promise<void> {
      clearTimeout(retirement)
      // An idle process does not keep this one alive, so its exit would go unnoticed.
      child.ref()
      child.kill('SIGKILL')
      await exited.promise
    },
  }
}

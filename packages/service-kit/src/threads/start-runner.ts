import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { exitCodes } from './exit-codes.ts'

/** A running thread, in this process or in its own. */
export interface Runner {
  post(input: unknown): void
  /** Keeps this process alive if `isNeeded` is true. */
  hold(isNeeded: boolean): void
  end(): Promise<unknown>
}

export interface RunnerEvents {
  answered(answer: unknown): void
  ended(reason: 'memory' | 'lost'): void
}

/** Starts a worker thread with a heap limit. It does not keep the process alive. */
export function startThread(file: URL, heap: ResourceLimits, events: RunnerEvents): Runner {
  const thread = new Worker(file, { resourceLimits: heap })
  thread.unref()
  thread.on('message', events.answered)
  thread.on('error', () => events.ended('memory'))
  thread.on('exit', () => events.ended('lost'))
  return {
    post: (input) => thread.postMessage(input),
    hold: (isNeeded) => (isNeeded ? thread.ref() : thread.unref()),
    end: () => thread.terminate(),
  }
}

// In a bundle the program is a file next to this one, with the bundle's extension.
const program = fileURLToPath(
  new URL(`./thread-process${extname(import.meta.url)}`, import.meta.url),
)

/**
 * Starts the thread in a child process that is killed if it exceeds `memoryLimit`. The process gets
 * none of the service's environment, because a hostile input may take over a parser.
 */
export function startProcess(
  file: URL,
  { heap, memoryLimit }: { heap: ResourceLimits; memoryLimit: number },
  events: RunnerEvents,
): Runner {
  const child = fork(program, [file.href, String(memoryLimit), JSON.stringify(heap)], {
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => {
      events.ended('lost')
      resolve()
    })
    child.once('exit', (code, signal) => {
      events.ended(signal === 'SIGKILL' || code === exitCodes.memory ? 'memory' : 'lost')
      resolve()
    })
  })
  child.on('message', events.answered)
  return {
    // If the process has ended in the meantime, its exit reports that.
    post: (input) => void child.send(input as object, () => undefined),
    hold(isNeeded) {
      if (isNeeded) {
        child.ref()
        child.channel?.ref()
      } else {
        child.unref()
        child.channel?.unref()
      }
    },
    end() {
      child.kill('SIGKILL')
      return exited
    },
  }
}

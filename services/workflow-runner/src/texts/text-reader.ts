import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createLaneQueue } from '../lanes/lane-queue.ts'
import type { FileText, MailText, TextAnswer, TextRequest } from './text-requests.ts'

/** Takes texts out of mail and files of other people, off the event loop; the lanes take turns. */
export interface TextReader {
  /** Rejects for bytes that cannot be read, and for those that take too much time or memory. */
  mail(lane: string, bytes: Uint8Array): Promise<MailText>
  file(lane: string, file: { bytes: Uint8Array; contentType: string; name: string }): Promise<FileText>
}

interface Waiting {
  request: TextRequest
  resolve(text: MailText | FileText): void
  reject(error: Error): void
}

const longestMs = 30_000
// In a bundle the thread is a file beside it, with its extension.
const threadFile = new URL(`./text-thread${extname(import.meta.url)}`, import.meta.url)
const heap = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 }

/** Reads in one worker thread, one text at a time; a text that exhausts memory or time fails alone, with its thread. */
export function createTextReader(limitMs: number = longestMs): TextReader & { stop(): Promise<void> } {
  const queue = createLaneQueue<Waiting>()
  let thread: Worker | undefined
  let current: { waiting: Waiting; timer: NodeJS.Timeout } | undefined
  let stopped = false

  const settle = (finish: (waiting: Waiting) => void): void => {
    if (current === undefined) return
    const { waiting, timer } = current
    clearTimeout(timer)
    current = undefined
    finish(waiting)
    next()
  }
  const drop = (lost: Worker, reason: string): void => {
    if (thread !== lost) return
    thread = undefined
    void lost.terminate()
    settle(({ reject }) => reject(new Error(reason)))
  }
  const start = (): Worker => {
    const fresh = new Worker(threadFile, { resourceLimits: heap })
    fresh.unref()
    fresh.on('message', (answer: TextAnswer) =>
      settle(({ resolve, reject }) =>
        'error' in answer ? reject(new Error(answer.error)) : resolve(answer.text),
      ),
    )
    fresh.on('error', () => drop(fresh, 'Its text needs too much memory'))
    fresh.on('exit', () => drop(fresh, 'Its text could not be read'))
    return fresh
  }
  const next = (): void => {
    if (current !== undefined) return
    const waiting = queue.take()
    if (waiting === undefined) {
      thread?.unref()
      return
    }
    if (stopped) {
      waiting.reject(new Error('The server is stopping'))
      next()
      return
    }
    thread ??= start()
    const used = thread
    used.ref()
    current = { waiting, timer: setTimeout(() => drop(used, 'Its text takes too long'), limitMs) }
    used.postMessage(waiting.request)
  }
  const read = (lane: string, request: TextRequest): Promise<MailText | FileText> =>
    new Promise((resolve, reject) => {
      queue.push(lane, { request, resolve, reject })
      next()
    })
  return {
    mail: async (lane, bytes) => (await read(lane, { kind: 'mail', bytes })) as MailText,
    file: async (lane, file) => (await read(lane, { kind: 'file', ...file })) as FileText,
    async stop() {
      stopped = true
      const last = thread
      thread = undefined
      await last?.terminate()
      settle(({ reject }) => reject(new Error('The server is stopping')))
    },
  }
}

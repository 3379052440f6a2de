import { writeFileSync } from 'node:fs'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { exitCodes } from './exit-codes.ts'

// The program of a child process that runs a worker thread. A heap limit does not count buffers,
// for example those of a PDF that unpacks to gigabytes. This process therefore watches its whole
// memory and kills itself if it exceeds the limit.

const [file = '', limit = '', heap = '{}'] = process.argv.slice(2)
const watchEveryMs = 10

// If the machine runs out of memory, the kernel ends this process instead of a service. Only Linux
// has this file.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}

// The thread does the work, so the timer fires in the meantime. SIGKILL, because an exit would wait
// for the thread.
setInterval(() => {
  if (process.memoryUsage.rss() > Number(limit)) process.kill(process.pid, 'SIGKILL')
}, watchEveryMs)

const thread = new Worker(new URL(file), { resourceLimits: JSON.parse(heap) as ResourceLimits })
thread.on('message', (answer: unknown) => process.send?.(answer))
thread.on('error', () => process.exit(exitCodes.memory))
thread.on('exit', () => process.exit(exitCodes.lost))
process.on('message', (input) => thread.postMessage(input))
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

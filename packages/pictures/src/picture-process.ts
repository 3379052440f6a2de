import { writeFileSync } from 'node:fs'
import { decodePicture, measurePicture } from './decode-picture.ts'
import { PictureError, type PictureRequest, type PictureResponse } from './picture-work.ts'

// The program of a picture process. It runs one request at a time and kills itself if it exceeds
// its memory limit.

const memoryLimit = Number(process.argv[2])
const watchEveryMs = 10

const end = (): void => void process.kill(process.pid, 'SIGKILL')

// If the machine has no memory left, the kernel ends this process instead of a service. Only Linux
// has this file.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}

// The decoder runs in its own thread, so the timer fires while it works. SIGKILL, because an exit
// would wait for that thread.
const watch = (): NodeJS.Timeout =>
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryLimit) end()
  }, watchEveryMs)

async function respond({ bytes, work }: PictureRequest): Promise<PictureResponse> {
  const timer = watch()
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (work.do === 'measure') return { size: await measurePicture(picture, work.type) }
    return { bytes: await decodePicture(picture, work) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { problem: error instanceof PictureError ? error.problem : 'unreadable', message }
  } finally {
    clearInterval(timer)
  }
}

process.on('message', (request: PictureRequest) => {
  void respond(request).then((response) => process.send?.(response))
})
process.on('disconnect', end)

import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'

// The yardstick for uploads: `node plain-writer.ts <directory> <files> <bytes> <at once>` writes
// files with fsync, keeps them as an upload does, and prints the milliseconds.
const [directory = '', files = '', bytes = '', atOnce = ''] = process.argv.slice(2)
const body = Buffer.alloc(Number(bytes), 7)
await mkdir(directory, { recursive: true })

let next = 0
const started = performance.now()
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (next < Number(files)) {
      const handle = await open(join(directory, `file-${next++}`), 'wx')
      await handle.writeFile(body)
      await handle.sync()
      await handle.close()
    }
  }),
)
console.log(performance.now() - started)

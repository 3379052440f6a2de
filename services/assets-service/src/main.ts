import { runService } from '@atrium/service-kit'
import { assetsService } from './service.ts'

// The thread pool takes its size at its first use. Every upload waits for the disk in it: with Node's four
// threads the quick calls of the others queued behind their flushes.
process.env['UV_THREADPOOL_SIZE'] ??= '8'

await runService(assetsService)

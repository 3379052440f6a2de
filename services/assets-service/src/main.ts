import { runService } from '@atrium/service-kit'
import { assetsService } from './service.ts'

// The thread pool fixes its size at its first use. Every upload occupies a thread while it waits
// for the disk. With Node's four threads, quick calls queued behind those flushes.
process.env['UV_THREADPOOL_SIZE'] ??= '8'

await runService(assetsService)

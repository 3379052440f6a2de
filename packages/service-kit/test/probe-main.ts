import { runService } from '../src/index.ts'
import { probeService } from './probe-service.ts'

await runService(probeService({ port: () => Number(process.argv[2] ?? 0) }))

import { runService } from '@atrium/service-kit'
import { connectService } from './service.ts'

await runService(connectService)

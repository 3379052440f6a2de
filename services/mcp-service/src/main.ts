import { runService } from '@atrium/service-kit'
import { mcpService } from './service.ts'

await runService(mcpService)

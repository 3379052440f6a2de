import { runService } from '@atrium/service-kit'
import { assetsService } from './service.ts'

await runService(assetsService)

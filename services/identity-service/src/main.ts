import { runService } from '@atrium/service-kit'
import { identityService } from './service.ts'

await runService(identityService)

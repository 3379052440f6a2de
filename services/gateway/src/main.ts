import { runService } from '@atrium/service-kit'
import { gateway } from './service.ts'

await runService(gateway)

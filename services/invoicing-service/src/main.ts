import { runService } from '@atrium/service-kit'
import { invoicingService } from './service.ts'

await runService(invoicingService)

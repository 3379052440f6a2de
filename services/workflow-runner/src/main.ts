import { runService } from '@atrium/service-kit'
import { workflowRunner } from './service.ts'

await runService(workflowRunner)

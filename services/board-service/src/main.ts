import { runService } from '@atrium/service-kit'
import { boardService } from './service.ts'

await runService(boardService)

import { runService } from '@atrium/service-kit'
import { createWorkflowRunner } from '@atrium/workflow-runner'

// The runner with a fifteenth of its patience for an answer of connect.
await runService(createWorkflowRunner({ publishAnswerMs: 4_000 }))

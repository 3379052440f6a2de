import { runService } from '@atrium/service-kit'
import { createWorkflowRunner } from '@atrium/workflow-runner'

// Runs the runner with a fifteenth of its timeout for a response from connect.
await runService(createWorkflowRunner({ publishAnswerMs: 4_000 }))

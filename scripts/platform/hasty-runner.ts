import { runService } from '@atrium/service-kit'
import { createWorkflowRunner } from '@atrium/workflow-runner'

// Runs the runner with about an eighth of its timeout for a response from connect. Its retries then
// last 19 seconds, which is longer than a restart of connect on a slow machine.
await runService(createWorkflowRunner({ publishAnswerMs: 8_000 }))

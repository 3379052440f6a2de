import { runService } from '@atrium/service-kit'
import { createWorkflowRunner } from '@atrium/workflow-runner'

// Runs the runner with a quarter of its timeout for a response from connect. Its retries then last 33
// seconds, which is longer than a restart of connect on a slow and busy machine.
await runService(createWorkflowRunner({ publishAnswerMs: 15_000 }))

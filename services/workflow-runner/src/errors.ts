import { defineErrors } from '@atrium/contracts'

export const workflowErrors = defineErrors({
  workflow_not_found: { kind: 'not_found', code: 'not_found', message: 'Workflow not found' },
  workflow_invalid: { kind: 'unprocessable', message: 'The workflow cannot be activated' },
  run_not_found: { kind: 'not_found', code: 'not_found', message: 'Run not found' },
  run_finished: { kind: 'conflict', message: 'The run has finished' },
})

import { defineErrors } from './app-error.ts'

export const workflowErrors = defineErrors({
  workflow_not_found: { kind: 'not_found', code: 'not_found', message: 'Workflow not found' },
  workflow_invalid: { kind: 'unprocessable', message: 'The workflow cannot be activated' },
  run_not_found: { kind: 'not_found', code: 'not_found', message: 'Run not found' },
  too_many_endpoints: {
    kind: 'conflict',
    message: 'An organisation has at most 50 webhook endpoints',
  },
  run_finished: { kind: 'conflict', message: 'The run has finished' },
})

import { defineErrors } from './app-error.ts'

export const workflowErrors = defineErrors({
  not_found: { not_found: 'Workflow not found' },
  unprocessable: { workflow_invalid: 'The workflow cannot be activated' },
  conflict: {
    too_many_endpoints: 'An organisation has at most 50 webhook endpoints',
    too_many_pins: 'A workflow has at most 200 pinned outputs',
  },
})

export const hookErrors = defineErrors({
  not_found: { not_found: 'No workflow has this address' },
  conflict: {
    hook_inactive: 'The workflow of this address is not active, or no node of it waits for calls',
  },
  unprocessable: { run_failed: 'The run did not complete' },
})

export const fileErrors = defineErrors({ not_found: { not_found: 'File not found' } })

export const importErrors = defineErrors({
  not_found: { not_found: 'The ledger has no such item' },
})
export const waitingItemErrors = defineErrors({
  not_found: { not_found: 'No such item waits for this workflow' },
})

export const credentialErrors = defineErrors({
  conflict: {
    too_many_credentials: 'An organisation has at most 100 credentials',
    credential_name_taken: 'Another credential has this name',
  },
})

export const runErrors = defineErrors({
  not_found: { not_found: 'Run not found' },
  conflict: {
    run_finished: 'The run has finished',
    run_unfinished: 'The run has not finished',
    items_not_kept: 'The items of this node are not kept in full',
  },
})

export const zenErrors = defineErrors({ not_found: { not_found: 'No such question' } })

export const skillErrors = defineErrors({
  not_found: { not_found: 'Skill not found' },
  conflict: {
    slug_taken: 'Another skill has this slug',
    skill_in_use: 'An active workflow names this skill',
    too_many_skills: 'An organisation has at most 1,000 skills',
  },
  unprocessable: { skill_wrong_kind: 'The skill is of another kind' },
})

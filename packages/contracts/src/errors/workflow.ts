import { defineErrors } from './app-error.ts'

export const workflowErrors = defineErrors({
  not_found: { not_found: 'Workflow not found' },
  unprocessable: {
    workflow_invalid: 'The workflow cannot be activated',
    workflow_not_callable:
      'This workflow belongs to a colleague. Ask the colleague to share it for calls.',
  },
  conflict: {
    too_many_endpoints: 'An organisation can have at most 50 webhook endpoints. Delete one first.',
    too_many_pins: 'A workflow can have at most 200 pinned outputs. Unpin one first.',
  },
})

export const hookErrors = defineErrors({
  not_found: { not_found: 'No workflow has this web address' },
  conflict: {
    hook_inactive:
      'The workflow is not active, or none of its steps waits for calls. Activate the workflow.',
  },
  unprocessable: { run_failed: 'The run did not complete' },
})

export const fileErrors = defineErrors({ not_found: { not_found: 'File not found' } })

export const approvalErrors = defineErrors({
  not_found: { not_found: 'This question was not found, or nobody waits for its answer any more' },
  forbidden: { forbidden: 'Only the person who was asked can decide' },
  conflict: { already_decided: 'This question was already decided, or it has expired' },
})

export const importErrors = defineErrors({
  not_found: { not_found: 'This item was not found.' },
})
export const waitingItemErrors = defineErrors({
  not_found: { not_found: 'This item is not waiting for the workflow' },
})

export const credentialErrors = defineErrors({
  conflict: {
    too_many_credentials: 'An organisation can have at most 100 credentials. Delete one first.',
    credential_name_taken: 'Another credential has this name. Choose another name.',
  },
})

export const runErrors = defineErrors({
  not_found: { not_found: 'Run not found' },
  conflict: {
    run_finished: 'The run has already finished',
    run_unfinished: 'The run is still going. Wait until it ends.',
    items_not_kept: 'Only a part of this step’s items was kept. Run the workflow again.',
  },
})

export const zenErrors = defineErrors({ not_found: { not_found: 'Question not found' } })

export const skillErrors = defineErrors({
  not_found: { not_found: 'Writing guide not found' },
  conflict: {
    slug_taken: 'Another writing guide has this name. Choose another name.',
    skill_in_use: 'An active workflow uses this writing guide. Choose another guide there first.',
    too_many_skills: 'An organisation can have at most 1,000 writing guides. Delete one first.',
  },
  unprocessable: { skill_wrong_kind: 'This writing guide is for another kind of step' },
})

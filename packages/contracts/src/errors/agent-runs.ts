import { defineErrors } from './app-error.ts'

export const agentRunErrors = defineErrors({
  not_found: {
    not_found: 'Run not found',
    transcript_gone: 'This transcript is missing',
  },
  forbidden: { forbidden: 'Only an agent with an API key can do this' },
  conflict: {
    run_finished: 'The run has already finished',
    run_not_lost: 'Only a lost run can be queued again',
    lease_lost: 'Another agent has taken over this run, or the lease has expired',
    transcript_gap: 'Earlier entries are missing. Send them first.',
    transcript_full: 'The transcript has reached its size limit',
    transcript_quota:
      'The transcripts of this organisation have reached their size limit. Old transcripts are deleted automatically.',
    too_many_agent_runs:
      'You can have at most 1,000 agent tasks at once. Wait until some end, or cancel them.',
  },
})

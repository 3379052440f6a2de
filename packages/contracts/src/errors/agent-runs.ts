import { defineErrors } from './app-error.ts'

export const agentRunErrors = defineErrors({
  not_found: {
    not_found: 'Run not found',
    transcript_gone: 'The file of this transcript is missing',
  },
  forbidden: { forbidden: 'Only an agent with an API key may do this' },
  conflict: {
    run_finished: 'The run has finished',
    run_not_lost: 'Only a lost run is queued again',
    lease_lost: 'The lease of this run has ended or is another agent’s',
    transcript_gap: 'Entries before these are missing',
    transcript_full: 'The transcript has reached its limit',
    transcript_quota:
      'The transcripts of this organisation have reached their limit; old ones are deleted in time',
    too_many_agent_runs: 'A person has at most 1,000 runs that have not ended',
  },
})

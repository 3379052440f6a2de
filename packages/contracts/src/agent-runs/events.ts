import { z } from 'zod'
import { defineOwnLiveEvent } from '../core/messages.ts'
import { AgentRunStatus } from './agent-run.ts'

export const AgentRunChanged = defineOwnLiveEvent(
  'agent_run.changed',
  'A run for an agent was queued, claimed, started, cancelled, ended or lost',
  {
    agentRunId: z.string().describe('The run'),
    status: AgentRunStatus.describe('Its state'),
    taskId: z.string().nullable().describe('The card that it is about'),
    ownerId: z.string().describe('Its person'),
  },
)

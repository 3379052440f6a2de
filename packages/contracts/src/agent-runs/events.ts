import { z } from 'zod'
import { defineEvent } from '../core/messages.ts'
import { AgentRunStatus } from './agent-run.ts'

export const AgentRunChanged = defineEvent({
  type: 'agent_run.changed',
  description: 'A run for an agent was queued, claimed, started, cancelled, ended or lost',
  domain: false,
  audience: 'owner',
  schema: z.object({
    agentRunId: z.string().describe('The run'),
    status: AgentRunStatus.describe('Its state'),
    taskId: z.string().nullable().describe('The card that it is about'),
    ownerId: z.string().describe('Its person'),
  }),
})

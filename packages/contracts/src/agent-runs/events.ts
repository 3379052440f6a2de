import { z } from 'zod'
import { defineOwnLiveEvent } from '../core/messages.ts'
import { AgentRunStatus } from './agent-run.ts'

export const AgentRunChanged = defineOwnLiveEvent(
  'agent_run.changed',
  'A run for an agent was queued, claimed, started, cancelled, ended or lost',
  {
    agentRunId: z.string().describe('The agent run’s id.'),
    status: AgentRunStatus.describe('The run’s status.'),
    taskId: z
      .string()
      .nullable()
      .describe('The id of the card that the run is about. Null without a card.'),
    ownerId: z.string().describe('The id of the user who owns the run.'),
  },
)

import { scheduleProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { defineNode } from '../define-node.ts'
import { zoneParam } from '../shared-params.ts'

export const ScheduleParams = z.object({
  cron: z.string().max(200).describe('Five cron fields, or six with seconds in front'),
  tz: zoneParam('the fields'),
})

export const triggerSchedule = defineNode({
  type: 'trigger.schedule',
  label: 'Schedule',
  description: 'Starts a run at the times of a cron expression',
  category: 'trigger',
  params: ScheduleParams,
  emits: ['firedAt', 'scheduledAt'],
  instant: true,
  check: scheduleProblems,
  execute: (items) => ({ outputs: { main: items } }),
})

import { isTimeZone, scheduleProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { defineNode } from './define-node.ts'

export const ScheduleParams = z.object({
  cron: z.string().max(200).describe('Five cron fields, or six with seconds in front'),
  tz: z
    .string()
    .max(100)
    .default('UTC')
    .refine(isTimeZone, { error: 'Not a known time zone' })
    .describe('The time zone that the fields are meant in'),
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

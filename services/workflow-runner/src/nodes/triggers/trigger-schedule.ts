import { scheduleProblems } from '@atrium/workflow-rules'
import { z } from 'zod'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { zoneParam } from '../shared-params.ts'

export const ScheduleParams = z.object({
  cron: z.string().max(200).describe('Five cron fields, or six with seconds in front'),
  tz: zoneParam('the times'),
})

export const triggerSchedule = defineNode({
  type: 'trigger.schedule',
  label: 'Schedule',
  description: 'Starts a run at the times of a cron expression',
  category: 'trigger',
  keywords: [
    'time',
    'timer',
    'cron',
    'daily',
    'weekly',
    'monthly',
    'hourly',
    'every day',
    'clock',
    'recurring',
    'start',
  ],
  params: ScheduleParams,
  emits: emitted({
    firedAt: field.date('Started at', '2026-05-04T07:00:00.214Z'),
    scheduledAt: field.date('Planned for', '2026-05-04T07:00:00.000Z'),
  }),
  instant: true,
  check: scheduleProblems,
  execute: (items) => ({ outputs: { main: items } }),
})

import { z } from 'zod'
import { isOpen } from '../../engine/index.ts'
import { zoneParam } from '../shared-params.ts'
import { publishTimesProblem } from './publish-slots.ts'

export const publishParams = {
  autoPublish: z
    .boolean()
    .default(false)
    .describe(
      'Schedules new posts for the publish times once they keep the rules of their network',
    ),
  publishTimes: z
    .union([z.string().max(2_000), z.array(z.string().max(100)).max(100)])
    .superRefine((times, context) => {
      const message = isOpen(times) ? undefined : publishTimesProblem(times)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .optional()
    .describe('Times of the day, such as 9am, 12am (midnight) or 17:30, with one post each'),
  tz: zoneParam('the publish times'),
}

export const keyParam = z
  .string()
  .min(1)
  .max(1_000)
  .optional()
  .describe(
    'With the same key, a later run creates nothing new. By default, the item’s id in its source',
  )

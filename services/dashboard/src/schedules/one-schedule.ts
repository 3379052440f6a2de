import {
  adoptOffer,
  type CreateSchedule,
  cancelSchedule,
  createSchedule,
  getSchedule,
  listScheduleTimeline,
  pauseSchedule,
  previewSchedule,
  resumeSchedule,
  retrySchedule,
  type UpdateSchedule,
  updateSchedule,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/connection/api.ts'
import type { SendKeyed } from '../platform/connection/request-keys.ts'
import { cursorPages, offsetPages, operationQuery } from '../platform/records/queries.ts'

const pageSize = 25

/** Reads a schedule with its generated invoices, page by page. */
export const scheduleQuery = (id: string) =>
  cursorPages(['schedules', 'one', id], (cursor, options) =>
    atrium.call(getSchedule, { params: { id }, query: { limit: pageSize, cursor } }, options),
  )

export const scheduleTimelineQuery = (id: string) =>
  offsetPages(
    ['schedules', 'timeline', id],
    (query, options) => atrium.call(listScheduleTimeline, { params: { id }, query }, options),
    pageSize,
  )

export const schedulePreviewQuery = (id: string) =>
  operationQuery(['schedules', 'preview', id], previewSchedule, { params: { id } })

const refresh = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    ['schedules', 'invoices', 'attention'].map((kind) =>
      queryClient.invalidateQueries({ queryKey: [kind] }),
    ),
  )

/** Creates a schedule. A repeated idempotency key creates no second one. */
export const createScheduleMutation = (queryClient: QueryClient, keyed: SendKeyed) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof CreateSchedule>) =>
      keyed(body, (idempotencyKey) => atrium.call(createSchedule, { body }, { idempotencyKey })),
    onSuccess: () => refresh(queryClient),
  })

export const scheduleChangeMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof UpdateSchedule>) =>
      atrium.call(updateSchedule, { params: { id }, body }),
    onSuccess: () => refresh(queryClient),
  })

/** A step that takes effect at once. */
export type ScheduleStep = 'pause' | 'resume' | 'catchUp' | 'adopt' | 'adoptQuietly' | 'retry'

export const scheduleStepMutation = (queryClient: QueryClient, id: string, keyed: SendKeyed) =>
  mutationOptions({
    mutationFn: async (step: ScheduleStep): Promise<number> => {
      const params = { id }
      if (step === 'pause') await atrium.call(pauseSchedule, { params })
      if (step === 'adopt' || step === 'adoptQuietly') {
        await atrium.call(adoptOffer, { params, body: { announce: step === 'adopt' } })
      }
      if (step === 'retry') {
        await keyed(id, (idempotencyKey) =>
          atrium.call(retrySchedule, { params }, { idempotencyKey }),
        )
      }
      if (step !== 'resume' && step !== 'catchUp') return 0
      const body = { catchUp: step === 'catchUp' }
      return (await atrium.call(resumeSchedule, { params, body })).skippedPeriods
    },
    onSettled: () => refresh(queryClient),
  })

export const cancel = (id: string) => atrium.call(cancelSchedule, { params: { id } })

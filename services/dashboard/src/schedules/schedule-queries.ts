import {
  adoptOffer,
  type CreateSchedule,
  cancelSchedule,
  createSchedule,
  getSchedule,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  retrySchedule,
} from '@atrium/contracts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { nextOffset } from '../money/next-offset.ts'
import { atrium } from '../platform/api.ts'

/** The recurring agreements, newest first, or the stuck ones alone. */
export const schedulesQuery = (stuck: boolean) =>
  infiniteQueryOptions({
    queryKey: ['schedules', 'list', stuck],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listSchedules,
        { query: { limit: 100, offset: pageParam, ...(stuck ? { stuck: 'true' } : {}) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

/** An agreement with the invoices that it generated. */
export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', 'one', id],
    queryFn: ({ signal }) => atrium.call(getSchedule, { params: { id } }, { signal }),
  })

const refresh = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [['schedules'], ['invoices'], ['attention']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** Makes an agreement. A repeated key makes one. */
export const createScheduleMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ key, body }: { key: string; body: z.input<typeof CreateSchedule> }) =>
      atrium.call(createSchedule, { body }, { idempotencyKey: key }),
    onSuccess: () => refresh(queryClient),
  })

/** A step of an agreement that is taken at once. */
export type ScheduleStep = 'pause' | 'resume' | 'catchUp' | 'adopt' | 'retry'

export const scheduleStepMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: async (step: ScheduleStep): Promise<number> => {
      const params = { id }
      if (step === 'pause') await atrium.call(pauseSchedule, { params })
      if (step === 'adopt') await atrium.call(adoptOffer, { params })
      if (step === 'retry') await atrium.call(retrySchedule, { params })
      if (step !== 'resume' && step !== 'catchUp') return 0
      const body = { catchUp: step === 'catchUp' }
      return (await atrium.call(resumeSchedule, { params, body })).skippedPeriods
    },
    onSettled: () => refresh(queryClient),
  })

/** Ends an agreement for good. */
export const cancel = (id: string) => atrium.call(cancelSchedule, { params: { id } })

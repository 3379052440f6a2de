import {
  disconnectPayments,
  getPaymentsStatus,
  getReminderSettings,
  getSeller,
  onboardPayments,
  type PutSeller,
  putReminderSettings,
  putSeller,
  type ReminderSettings,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/api.ts'

/** The connected account at the processor. */
export const paymentsQuery = queryOptions({
  queryKey: ['payments', 'status'],
  queryFn: ({ signal }) => atrium.call(getPaymentsStatus, {}, { signal }),
})

/** The page where the onboarding begins or goes on. */
export const onboardMutation = mutationOptions({
  mutationFn: () => atrium.call(onboardPayments, {}),
})

/** Forgets the account, which stays at the processor. */
export const disconnectMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => atrium.call(disconnectPayments, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payments'] }),
  })

/** The seller on the invoices. */
export const sellerQuery = queryOptions({
  queryKey: ['payments', 'seller'],
  queryFn: ({ signal }) => atrium.call(getSeller, {}, { signal }),
})

export const sellerMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof PutSeller>) => atrium.call(putSeller, { body }),
    onSuccess: (seller) => queryClient.setQueryData(sellerQuery.queryKey, seller),
  })

/** When customers are reminded of open invoices. */
export const remindersQuery = queryOptions({
  queryKey: ['payments', 'reminders'],
  queryFn: ({ signal }) => atrium.call(getReminderSettings, {}, { signal }),
})

export const remindersMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: ReminderSettings) => atrium.call(putReminderSettings, { body }),
    onMutate: async (body) => {
      await queryClient.cancelQueries(remindersQuery)
      const before = queryClient.getQueryData(remindersQuery.queryKey)
      queryClient.setQueryData(remindersQuery.queryKey, (old) => old && { ...old, ...body })
      return { before }
    },
    onError: (_error, _body, context) => queryClient.setQueryData(remindersQuery.queryKey, context?.before),
    onSuccess: (settings) => queryClient.setQueryData(remindersQuery.queryKey, settings),
  })

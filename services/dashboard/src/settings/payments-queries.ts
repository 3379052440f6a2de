import {
  disconnectPayments,
  getPaymentsStatus,
  getReminderSettings,
  onboardPayments,
  type PutSeller,
  putReminderSettings,
  putSeller,
  type ReminderSettings,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { sellerQuery } from '../money/seller-query.ts'
import { atrium } from '../platform/api.ts'
import { operationQuery } from '../platform/operation-query.ts'
import { shownAtOnce } from '../platform/shown-at-once.ts'

/** The connected account at the processor. */
export const paymentsQuery = operationQuery(['payments', 'status'], getPaymentsStatus, {})

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

/**
 * Changes fields of the seller. The platform takes the whole seller: one change waits for the one before, and begins
 * with its answer.
 */
export const sellerMutation = (queryClient: QueryClient) =>
  mutationOptions({
    scope: { id: 'seller' },
    mutationFn: async ({ org, part }: { org: string; part: Partial<z.input<typeof PutSeller>> }) => {
      const seller = await queryClient.ensureQueryData(sellerQuery)
      // An unset seller has an empty name.
      return atrium.call(putSeller, { body: { ...seller, name: seller.name || org, ...part } })
    },
    onMutate: () => queryClient.cancelQueries(sellerQuery),
    onSuccess: (seller) => queryClient.setQueryData(sellerQuery.queryKey, seller),
  })

/** When customers are reminded of open invoices. */
export const remindersQuery = operationQuery(['payments', 'reminders'], getReminderSettings, {})

/** Stores all reminder settings. One store follows the other: each sends the whole of them. */
export const remindersMutation = (queryClient: QueryClient) =>
  mutationOptions({
    scope: { id: 'reminders' },
    mutationFn: (body: ReminderSettings) => atrium.call(putReminderSettings, { body }),
    ...shownAtOnce(queryClient, remindersQuery, (old, body: ReminderSettings) => ({ ...old, ...body })),
    onSuccess: (settings) => queryClient.setQueryData(remindersQuery.queryKey, settings),
  })

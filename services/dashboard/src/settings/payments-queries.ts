import {
  disconnectPayments,
  getPaymentsStatus,
  getReminderSettings,
  onboardPayments,
  type PutSeller,
  putReminderSettings,
  type ReminderSettings,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { sellerQuery, storeSeller } from '../money/seller-query.ts'
import { atrium } from '../platform/api.ts'
import { isConflict } from '../platform/conflict.ts'
import { operationQuery } from '../platform/operation-query.ts'
import { shownAtOnce } from '../platform/shown-at-once.ts'
import { createVersionMemory } from '../platform/versioned-settings.ts'

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
    mutationFn: async ({
      org,
      part,
    }: {
      org: string
      part: Partial<z.input<typeof PutSeller>>
    }) => {
      const seller = await queryClient.ensureQueryData(sellerQuery)
      // An unset seller has an empty name.
      return storeSeller({ ...seller, name: seller.name || org, ...part })
    },
    onMutate: () => queryClient.cancelQueries(sellerQuery),
    onSuccess: (seller) => queryClient.setQueryData(sellerQuery.queryKey, seller),
    // After a conflict the page shows what somebody else has saved.
    onSettled: (_seller, error) =>
      isConflict(error) ? queryClient.invalidateQueries(sellerQuery) : undefined,
  })

const version = createVersionMemory<ReminderSettings>()

/** When customers are reminded of open invoices. */
export const remindersQuery = queryOptions({
  queryKey: ['payments', 'reminders'],
  queryFn: async ({ signal }) =>
    version.note(await atrium.call(getReminderSettings, {}, { signal })),
})

/** Stores all reminder settings. One store follows the other: each sends the whole of them. */
export const remindersMutation = (queryClient: QueryClient) =>
  mutationOptions({
    scope: { id: 'reminders' },
    mutationFn: async (body: ReminderSettings) =>
      version.note(await atrium.call(putReminderSettings, { body }, version.options())),
    ...shownAtOnce(queryClient, remindersQuery, (old, body: ReminderSettings) => ({
      ...old,
      ...body,
    })),
    onSuccess: (settings) => queryClient.setQueryData(remindersQuery.queryKey, settings),
    onSettled: (_settings, error) =>
      isConflict(error) ? queryClient.invalidateQueries(remindersQuery) : undefined,
  })

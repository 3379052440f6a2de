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
import { sellerQuery, storeSeller } from '../../money/seller-query.ts'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery, shownAtOnce } from '../../platform/records/queries.ts'
import { createVersionMemory, isConflict } from '../../platform/records/versions.ts'

export const paymentsQuery = operationQuery(['payments', 'status'], getPaymentsStatus, {})

/** Returns the URL where the onboarding starts or continues. */
export const onboardMutation = mutationOptions({
  mutationFn: () => atrium.call(onboardPayments, {}),
})

/** Disconnects the account. The account itself stays at the processor. */
export const disconnectMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => atrium.call(disconnectPayments, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payments'] }),
  })

/**
 * Changes seller fields. The platform stores the whole seller, so changes run one after the other
 * and each starts from the previous response.
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
      // The name is empty until a seller is stored.
      return storeSeller({ ...seller, name: seller.name || org, ...part })
    },
    onMutate: () => queryClient.cancelQueries(sellerQuery),
    onSuccess: (seller) => queryClient.setQueryData(sellerQuery.queryKey, seller),
    // After a conflict, show what somebody else saved.
    onSettled: (_seller, error) =>
      isConflict(error) ? queryClient.invalidateQueries(sellerQuery) : undefined,
  })

const version = createVersionMemory<ReminderSettings>()

export const remindersQuery = queryOptions({
  queryKey: ['payments', 'reminders'],
  queryFn: async ({ signal }) =>
    version.note(await atrium.call(getReminderSettings, {}, { signal })),
})

/**
 * Stores all reminder settings. Requests run one after the other, because each sends all settings.
 */
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

import {
  disconnectPayments,
  getPaymentsStatus,
  getReminderSettings,
  onboardPayments,
  putReminderSettings,
  type ReminderSettings,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
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

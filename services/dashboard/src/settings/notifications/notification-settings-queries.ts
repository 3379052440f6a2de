import {
  getNotificationSettings,
  getPushKey,
  type NotificationChannels,
  putNotificationSettings,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery } from '../../platform/records/queries.ts'

export const notificationSettingsQuery = operationQuery(
  ['notifications', 'settings'],
  getNotificationSettings,
  {},
)

export const pushKeyQuery = operationQuery(['notifications', 'push-key'], getPushKey, {})

interface Change {
  readonly items: NotificationChannels[]
  readonly dailySummary?: boolean
}

export const putSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: Change) => atrium.call(putNotificationSettings, { body }),
    onSuccess: (settings) => queryClient.setQueryData(notificationSettingsQuery.queryKey, settings),
  })

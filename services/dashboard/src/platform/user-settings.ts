import {
  getUserSettings,
  type UserSettings,
  type UserSettingsChange,
  updateUserSettings,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from './api.ts'
import { operationQuery } from './operation-query.ts'

export const userSettingsQuery = operationQuery(['settings', 'me'], getUserSettings, {})

/** Changes settings of the person; they show at once and go back when they are refused. Null restores a default. */
export const updateUserSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof UserSettingsChange>) => atrium.call(updateUserSettings, { body }),
    onMutate: async (body) => {
      await queryClient.cancelQueries(userSettingsQuery)
      const before = queryClient.getQueryData(userSettingsQuery.queryKey)
      const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null))
      queryClient.setQueryData(userSettingsQuery.queryKey, (old) =>
        old === undefined ? old : ({ ...old, ...change } as UserSettings),
      )
      return { before }
    },
    onError: (_error, _body, context) =>
      queryClient.setQueryData(userSettingsQuery.queryKey, context?.before),
    onSuccess: (settings) => queryClient.setQueryData(userSettingsQuery.queryKey, settings),
  })

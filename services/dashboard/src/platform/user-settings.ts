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
import { shownAtOnce } from './shown-at-once.ts'

export const userSettingsQuery = operationQuery(['settings', 'me'], getUserSettings, {})

type Change = z.input<typeof UserSettingsChange>

/** Changes settings of the person; they show at once and go back when they are refused. Null restores a default. */
export const updateUserSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: Change) => atrium.call(updateUserSettings, { body }),
    ...shownAtOnce(queryClient, userSettingsQuery, (old: UserSettings, body: Change) => {
      const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null))
      return { ...old, ...change }
    }),
    onSuccess: (settings) => queryClient.setQueryData(userSettingsQuery.queryKey, settings),
  })

import {
  getUserSettings,
  type UserSettings,
  type UserSettingsChange,
  updateUserSettings,
} from '@atrium/contracts'
import { findEtag } from '@atrium/sdk'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from './api.ts'
import { isConflict } from './conflict.ts'
import { shownAtOnce } from './shown-at-once.ts'

// The version that the page shows. The cached settings are copied while a change is under way, which loses it.
let version: string | undefined

function noteVersion(settings: UserSettings): UserSettings {
  version = findEtag(settings)
  return settings
}

export const userSettingsQuery = queryOptions({
  queryKey: ['settings', 'me'],
  queryFn: async ({ signal }) => noteVersion(await atrium.call(getUserSettings, {}, { signal })),
})

type Change = z.input<typeof UserSettingsChange>

/** The theme shows itself on every page, so the last choice counts and no version is sent. */
const needsVersion = (body: Change): boolean => Object.keys(body).some((name) => name !== 'theme')

const change = async (body: Change): Promise<UserSettings> =>
  noteVersion(
    await atrium.call(
      updateUserSettings,
      { body },
      version === undefined || !needsVersion(body) ? {} : { ifMatch: version },
    ),
  )

/**
 * Changes settings of the person; they show at once and go back when they are refused. Null restores a default. Throws
 * 412 if another window changed them since this page read them.
 */
export const updateUserSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    // One after the other: each names the version that the one before has made.
    scope: { id: 'user-settings' },
    mutationFn: change,
    ...shownAtOnce(queryClient, userSettingsQuery, (old: UserSettings, body: Change) => {
      const shown = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null))
      return { ...old, ...shown }
    }),
    onSuccess: (settings) => queryClient.setQueryData(userSettingsQuery.queryKey, settings),
    // After a conflict the page shows what the other window has saved.
    onSettled: (_settings, error) =>
      isConflict(error) ? queryClient.invalidateQueries(userSettingsQuery) : undefined,
  })

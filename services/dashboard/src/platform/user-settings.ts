import {
  getUserSettings,
  type UserSettings,
  type UserSettingsChange,
  updateUserSettings,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from './api.ts'
import { isConflict } from './conflict.ts'
import { shownAtOnce } from './shown-at-once.ts'
import { createVersionMemory } from './versioned-settings.ts'

const version = createVersionMemory<UserSettings>()

export const userSettingsQuery = queryOptions({
  queryKey: ['settings', 'me'],
  queryFn: async ({ signal }) => version.note(await atrium.call(getUserSettings, {}, { signal })),
})

type Change = z.input<typeof UserSettingsChange>

/**
 * True if a change must send its version. The theme is visible on every page, so its last choice
 * wins without a version.
 */
const needsVersion = (body: Change): boolean => Object.keys(body).some((name) => name !== 'theme')

const change = async (body: Change): Promise<UserSettings> =>
  version.note(
    await atrium.call(updateUserSettings, { body }, needsVersion(body) ? version.options() : {}),
  )

/**
 * Changes the user's settings. They are shown at once, and rolled back if the platform refuses
 * them. Null restores a default. Throws 412 if another window has changed the settings since this
 * page read them.
 */
export const updateUserSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    // Changes run one after the other, because each one sends the version of the previous one.
    scope: { id: 'user-settings' },
    mutationFn: change,
    ...shownAtOnce(queryClient, userSettingsQuery, (old: UserSettings, body: Change) => {
      const shown = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null))
      return { ...old, ...shown }
    }),
    onSuccess: (settings) => queryClient.setQueryData(userSettingsQuery.queryKey, settings),
    // After a conflict, show what the other window has saved.
    onSettled: (_settings, error) =>
      isConflict(error) ? queryClient.invalidateQueries(userSettingsQuery) : undefined,
  })

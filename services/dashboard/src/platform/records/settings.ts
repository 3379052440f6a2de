import {
  getOrgSettings,
  getUserSettings,
  type OrgSettings,
  type OrgSettingsChange,
  type UserSettings,
  type UserSettingsChange,
  updateOrgSettings,
  updateUserSettings,
} from '@atrium/contracts'
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import { atrium } from '../connection/api.ts'
import { factQuery } from './overview.ts'
import { shownAtOnce } from './queries.ts'
import { createVersionMemory, isConflict } from './versions.ts'

const orgVersion = createVersionMemory<OrgSettings>()

export const orgSettingsQuery = queryOptions({
  queryKey: ['settings', 'org'],
  queryFn: async ({ signal }) => orgVersion.note(await atrium.call(getOrgSettings, {}, { signal })),
  staleTime: 5 * 60_000,
})

/**
 * Changes the organisation's settings. Throws 412 if they have changed since this page read them.
 */
export const changeOrgSettings = async (
  body: z.input<typeof OrgSettingsChange>,
): Promise<OrgSettings> =>
  orgVersion.note(await atrium.call(updateOrgSettings, { body }, orgVersion.options()))

const userVersion = createVersionMemory<UserSettings>()

export const userSettingsQuery = queryOptions({
  queryKey: ['settings', 'me'],
  queryFn: async ({ signal }) =>
    userVersion.note(await atrium.call(getUserSettings, {}, { signal })),
})

/** Reads the user's theme and language, which every page needs. */
export const lookQuery = {
  ...factQuery<Pick<UserSettings, 'theme' | 'locale'>>(
    ['settings', 'look'],
    ({ viewer }) => viewer,
    (options) => atrium.call(getUserSettings, {}, options),
  ),
  staleTime: 5 * 60_000,
}

type Change = z.input<typeof UserSettingsChange>

/**
 * True if a change must send its version. The theme is visible on every page, so its last choice
 * wins without a version.
 */
const needsVersion = (body: Change): boolean => Object.keys(body).some((name) => name !== 'theme')

const change = async (body: Change): Promise<UserSettings> =>
  userVersion.note(
    await atrium.call(
      updateUserSettings,
      { body },
      needsVersion(body) ? userVersion.options() : {},
    ),
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
    onSuccess: (settings) => {
      queryClient.setQueryData(userSettingsQuery.queryKey, settings)
      queryClient.setQueryData(lookQuery.queryKey, settings)
    },
    // After a conflict, show what the other window has saved.
    onSettled: (_settings, error) =>
      isConflict(error) ? queryClient.invalidateQueries(userSettingsQuery) : undefined,
  })

type Theme = UserSettings['theme']

const toScheme = (theme: Theme): MantineColorScheme => (theme === 'system' ? 'auto' : theme)
const toTheme = (scheme: MantineColorScheme): Theme => (scheme === 'auto' ? 'system' : scheme)

export function useTheme({ onError }: { onError: (error: unknown) => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const update = useMutation(updateUserSettingsMutation(useQueryClient()))
  return {
    theme: toTheme(colorScheme),
    setTheme(theme: Theme) {
      setColorScheme(toScheme(theme))
      update.mutate(
        { theme },
        {
          onError: (error) => {
            setColorScheme(colorScheme)
            onError(error)
          },
        },
      )
    },
  }
}

/** Applies the user's theme, which may have been chosen on another device. */
export function ThemeOfPerson() {
  const { setColorScheme } = useMantineColorScheme()
  const { data } = useQuery(lookQuery)
  const theme = data?.theme
  useEffect(() => {
    if (theme !== undefined) setColorScheme(toScheme(theme))
  }, [theme, setColorScheme])
  return null
}

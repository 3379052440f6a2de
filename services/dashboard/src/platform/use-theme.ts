import type { UserSettings } from '@atrium/contracts'
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { updateUserSettingsMutation, userSettingsQuery } from './user-settings.ts'

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
  const { data } = useQuery(userSettingsQuery)
  const theme = data?.theme
  useEffect(() => {
    if (theme !== undefined) setColorScheme(toScheme(theme))
  }, [theme, setColorScheme])
  return null
}

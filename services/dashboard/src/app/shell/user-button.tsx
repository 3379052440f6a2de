import { Menu } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { signOutMutation } from '../../identity/identity-queries.ts'
import { useTheme } from '../../platform/records/settings.ts'
import { useMe } from '../../platform/session/me.ts'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import classes from './shell.module.css'
import { usePlaces } from './use-places.ts'

const themes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'system', label: 'As the system', icon: IconDeviceDesktop },
] as const

interface UserButtonProps {
  readonly openShortcuts: () => void
  readonly children?: ReactElement
}

/** The button for the user's own menu. `children` replaces the button. */
export function UserButton({ openShortcuts, children }: UserButtonProps) {
  const { user } = useMe()
  const places = usePlaces()
  const router = useRouter()
  const { theme, setTheme } = useTheme({ onError: toastRefusal() })
  const signOut = useMutation({
    ...signOutMutation(useQueryClient()),
    onSuccess: () => router.navigate({ to: '/sign-in' }),
    onError: toastRefusal(),
  })
  return (
    <Menu width={216} position="top-start">
      <Menu.Target>
        {children ?? (
          <button
            type="button"
            className={`plain-button line firm ${classes.org}`}
            style={{ fontWeight: 500 }}
          >
            <span className={`disc ${classes.userMark}`} aria-hidden>
              {user.name.slice(0, 1).toUpperCase()}
            </span>
            <span className="clipped" style={{ flex: 1 }}>
              {user.name}
            </span>
          </button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        {places.map(
          ({ to, params, label, icon: Glyph, inMenu }) =>
            inMenu === true && (
              <Menu.Item
                key={label}
                // Wide screens show the other pages in the side bar.
                {...(label === 'Settings' ? {} : { hiddenFrom: 'sm' })}
                leftSection={<Glyph size={14} aria-hidden />}
                renderRoot={(props) => <Link {...props} to={to} params={params} />}
              >
                {label}
              </Menu.Item>
            ),
        )}
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {themes.map(({ value, label, icon: Glyph }) => (
          <Menu.Item
            key={value}
            leftSection={<Glyph size={14} aria-hidden />}
            rightSection={theme === value ? <IconCheck size={14} aria-label="Chosen" /> : null}
            onClick={() => setTheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={14} aria-hidden />} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={14} aria-hidden />}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

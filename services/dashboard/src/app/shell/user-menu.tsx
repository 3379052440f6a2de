import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signOutMutation } from '../../identity/identity-queries.ts'
import { useMe } from '../../platform/me.ts'
import type { LateMenuProps } from '../../ui/late-menu.tsx'
import { detailOf } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.ts'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const

/** The person's own menu: theme, shortcuts, sign out. */
export function UserMenu({
  openShortcuts,
  target,
  opened,
  onChange,
}: LateMenuProps & { openShortcuts: () => void }) {
  const { user } = useMe()
  const router = useRouter()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useMutation({
    ...signOutMutation(useQueryClient()),
    onSuccess: () => router.navigate({ to: '/sign-in' }),
    onError: (error) => toast(detailOf(error), { tone: 'bad' }),
  })
  return (
    <Menu opened={opened} onChange={onChange} width={216} position="top-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon: Glyph }) => (
          <Menu.Item
            key={value}
            leftSection={<Glyph size={14} aria-hidden />}
            rightSection={colorScheme === value ? <IconCheck size={14} aria-label="Chosen" /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={14} aria-hidden />} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={14} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

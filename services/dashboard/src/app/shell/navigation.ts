import {
  type Icon,
  IconHome,
  IconLayoutKanban,
  IconPhoto,
  IconPlugConnected,
  IconRoute,
  IconSchool,
  IconSend,
  IconServer,
  IconSettings,
  IconWorld,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

/** A page of the side bar. `key` goes to it after `g`. */
export interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: Icon
  readonly key: string
  /** Whether narrow screens have it in a menu, for want of room in the bar. */
  readonly inMenu?: true
  /** Whether operators of the platform alone have it. */
  readonly forOperators?: true
}

/** The pages of the application, in the order of the side bar. */
export const places: readonly Place[] = [
  { to: '/', label: 'Home', icon: IconHome, key: 'h' },
  { to: '/board', label: 'Board', icon: IconLayoutKanban, key: 'b' },
  { to: '/posts', label: 'Posts', icon: IconSend, key: 'p' },
  { to: '/workflows', label: 'Workflows', icon: IconRoute, key: 'w', inMenu: true },
  { to: '/assets', label: 'Assets', icon: IconPhoto, key: 'a' },
  { to: '/channels', label: 'Channels', icon: IconPlugConnected, key: 'n' },
  { to: '/skills', label: 'Skills', icon: IconSchool, key: 'k', inMenu: true },
  { to: '/sites', label: 'Sites', icon: IconWorld, key: 't', inMenu: true },
  { to: '/operator', label: 'Operator', icon: IconServer, key: 'o', inMenu: true, forOperators: true },
  { to: '/settings/{-$page}', label: 'Settings', icon: IconSettings, key: 's', inMenu: true },
]

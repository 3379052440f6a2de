import {
  type Icon,
  IconFileInvoice,
  IconHome,
  IconLayoutKanban,
  IconPhoto,
  IconPlugConnected,
  IconRepeat,
  IconRoute,
  IconSchool,
  IconSend,
  IconServer,
  IconSettings,
  IconTags,
  IconTerminal2,
  IconTicket,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

/** A page of the side bar. `key` goes to it after `g`. */
export interface Place {
  readonly to: NonNullable<LinkProps['to']>
  /** Of pages whose address may name a record: none. Links otherwise keep the record that is shown. */
  readonly params: NonNullable<LinkProps['params']>
  readonly label: string
  readonly icon: Icon
  readonly key: string
  /** Whether narrow screens have it in a menu, for want of room in the bar. */
  readonly inMenu?: true
  /** Whether operators of the platform alone have it. */
  readonly forOperators?: true
}

const none = { id: undefined }

/** The pages of the application, in the order of the side bar. */
export const places: readonly Place[] = [
  { to: '/', params: true, label: 'Home', icon: IconHome, key: 'h' },
  { to: '/board', params: true, label: 'Board', icon: IconLayoutKanban, key: 'b' },
  { to: '/posts', params: true, label: 'Posts', icon: IconSend, key: 'p' },
  { to: '/workflows', params: true, label: 'Workflows', icon: IconRoute, key: 'w', inMenu: true },
  { to: '/assets', params: true, label: 'Assets', icon: IconPhoto, key: 'a' },
  { to: '/channels', params: true, label: 'Channels', icon: IconPlugConnected, key: 'n' },
  { to: '/invoices/{-$id}', params: none, label: 'Invoices', icon: IconFileInvoice, key: 'i', inMenu: true },
  { to: '/customers/{-$id}', params: none, label: 'Customers', icon: IconUsersGroup, key: 'u', inMenu: true },
  { to: '/offers/{-$id}', params: none, label: 'Offers', icon: IconTags, key: 'f', inMenu: true },
  { to: '/schedules/{-$id}', params: none, label: 'Schedules', icon: IconRepeat, key: 'r', inMenu: true },
  { to: '/happenings/{-$id}', params: none, label: 'Happenings', icon: IconTicket, key: 'e', inMenu: true },
  { to: '/skills', params: true, label: 'Skills', icon: IconSchool, key: 'k', inMenu: true },
  {
    to: '/agent-runs/{-$id}',
    params: none,
    label: 'Agent runs',
    icon: IconTerminal2,
    key: 'd',
    inMenu: true,
  },
  { to: '/sites', params: true, label: 'Sites', icon: IconWorld, key: 't', inMenu: true },
  {
    to: '/operator',
    params: true,
    label: 'Operator',
    icon: IconServer,
    key: 'o',
    inMenu: true,
    forOperators: true,
  },
  { to: '/settings/{-$page}', params: true, label: 'Settings', icon: IconSettings, key: 's', inMenu: true },
]

import {
  type Icon,
  IconBuildingBank,
  IconCalculator,
  IconFileInvoice,
  IconFileText,
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
  IconThumbUp,
  IconTicket,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

/** A page in the side bar. A user opens it by typing `g` and then `key`. */
export interface Place {
  readonly to: NonNullable<LinkProps['to']>
  /**
   * Empty if the page's address can name a record. Otherwise a link would keep the current record.
   */
  readonly params: NonNullable<LinkProps['params']>
  readonly label: string
  readonly icon: Icon
  readonly key: string
  /** The group in the side bar. The side bar leaves a gap between two groups. */
  readonly group: 'day' | 'publishing' | 'money' | 'automation' | 'house'
  /** True if narrow screens show the page in a menu, because the bar has no room for it. */
  readonly inMenu?: true
  readonly forOperators?: true
}

const none = { id: undefined }
const day = { group: 'day', params: true } as const
const publishing = { group: 'publishing', params: true } as const
const money = { group: 'money', params: none, inMenu: true } as const
const automation = { group: 'automation', inMenu: true } as const
const house = { group: 'house', params: true, inMenu: true } as const

export const places: readonly Place[] = [
  { ...day, to: '/', label: 'Home', icon: IconHome, key: 'h' },
  { ...day, to: '/board', label: 'Board', icon: IconLayoutKanban, key: 'b' },
  { ...publishing, to: '/posts', label: 'Posts', icon: IconSend, key: 'p' },
  { ...publishing, to: '/files', label: 'Files', icon: IconPhoto, key: 'a', inMenu: true },
  {
    ...publishing,
    to: '/channels',
    label: 'Accounts',
    icon: IconPlugConnected,
    key: 'n',
    inMenu: true,
  },
  { ...publishing, to: '/sites', label: 'Sites', icon: IconWorld, key: 't', inMenu: true },
  {
    ...publishing,
    to: '/events/{-$id}',
    params: none,
    label: 'Events',
    icon: IconTicket,
    key: 'e',
    inMenu: true,
  },
  {
    group: 'money',
    to: '/invoices/{-$id}',
    params: none,
    label: 'Invoices',
    icon: IconFileInvoice,
    key: 'i',
  },
  { ...money, to: '/estimates/{-$id}', label: 'Estimates', icon: IconFileText, key: 'q' },
  { ...money, to: '/customers/{-$id}', label: 'Customers', icon: IconUsersGroup, key: 'u' },
  { ...money, to: '/products/{-$id}', label: 'Products', icon: IconTags, key: 'f' },
  { ...money, to: '/subscriptions/{-$id}', label: 'Subscriptions', icon: IconRepeat, key: 'r' },
  { ...money, to: '/bank', params: true, label: 'Bank', icon: IconBuildingBank, key: 'm' },
  { ...automation, to: '/workflows', params: true, label: 'Workflows', icon: IconRoute, key: 'w' },
  {
    ...automation,
    to: '/writing-guides',
    params: true,
    label: 'Writing guides',
    icon: IconSchool,
    key: 'k',
  },
  { ...house, to: '/operator', label: 'Operator', icon: IconServer, key: 'o', forOperators: true },
  { ...house, to: '/settings/{-$page}', label: 'Settings', icon: IconSettings, key: 's' },
]

/** Shown below the workflows if there is a question for the user or from the user's workflows. */
export const approvalsPlace: Place = {
  ...automation,
  to: '/approvals',
  params: true,
  label: 'Approvals',
  icon: IconThumbUp,
  key: 'v',
}

/** Shown below the writing guides if the user has an agent task. */
export const agentTasksPlace: Place = {
  ...automation,
  to: '/agent-tasks/{-$id}',
  params: none,
  label: 'Agent tasks',
  icon: IconTerminal2,
  key: 'd',
}

/** Shown below the bank if the deployment has accounting. */
export const accountingPlace: Place = {
  ...money,
  to: '/accounting',
  params: true,
  label: 'Accounting',
  icon: IconCalculator,
  key: 'j',
}

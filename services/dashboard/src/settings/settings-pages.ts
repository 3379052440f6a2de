import {
  type Icon,
  IconBell,
  IconBuilding,
  IconCreditCard,
  IconFileInvoice,
  IconHistory,
  IconKey,
  IconRobot,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'

/** Describes a settings page. `page` is the last part of its path. */
const page = (page: string, label: string, icon: Icon, hint: string) => ({
  page,
  label,
  icon,
  hint,
})

/** The settings pages in the order of the side list. */
export const settingsGroups = [
  {
    label: 'Organisation',
    pages: [
      page('organisation', 'General', IconBuilding, 'Name, region, logo and colour'),
      page('members', 'Members', IconUsers, 'People, roles and invitations'),
      page('billing', 'Plan and credits', IconCreditCard, 'What you use, and spending limits'),
      page('payments', 'Invoicing', IconFileInvoice, 'Payment account, your company and reminders'),
      page('api-keys', 'API keys', IconKey, 'Access for programs'),
      page('webhooks', 'Webhooks', IconWebhook, 'Events sent to your own systems'),
      page('audit', 'Activity log', IconHistory, 'Who did what, when and from where'),
    ],
  },
  {
    label: 'You',
    pages: [
      page('profile', 'Profile', IconUser, 'Name, notices, region and theme'),
      page('notifications', 'Notifications', IconBell, 'What you hear about, and where'),
      page('security', 'Security', IconShieldLock, 'Sign-in, second factor, passkeys and sessions'),
      page('assistants', 'Assistants', IconRobot, 'AI assistants that work with your rights'),
    ],
  },
]

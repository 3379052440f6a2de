import {
  type Icon,
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

/** A page of the settings. */
export interface SettingsPage {
  /** Its end of the address. */
  readonly page: string
  readonly label: string
  readonly icon: Icon
  readonly hint: string
}

/** The pages of the settings in the order of the side list. */
export const settingsGroups: readonly { readonly label: string; readonly pages: readonly SettingsPage[] }[] =
  [
    {
      label: 'Organisation',
      pages: [
        { page: 'organisation', label: 'General', icon: IconBuilding, hint: 'Name, region, logo and colour' },
        { page: 'members', label: 'Members', icon: IconUsers, hint: 'People, roles and invitations' },
        {
          page: 'billing',
          label: 'Billing',
          icon: IconCreditCard,
          hint: 'Plan, credits and spending limits',
        },
        {
          page: 'payments',
          label: 'Invoicing',
          icon: IconFileInvoice,
          hint: 'Payments account, seller and reminders',
        },
        { page: 'api-keys', label: 'API keys', icon: IconKey, hint: 'Access for programs' },
        { page: 'webhooks', label: 'Webhooks', icon: IconWebhook, hint: 'Events sent to your own systems' },
        { page: 'audit', label: 'Audit', icon: IconHistory, hint: 'Who did what, when and from where' },
      ],
    },
    {
      label: 'You',
      pages: [
        { page: 'profile', label: 'Profile', icon: IconUser, hint: 'Name, notices, region and theme' },
        {
          page: 'security',
          label: 'Security',
          icon: IconShieldLock,
          hint: 'Sign-in, second factor, passkeys and sessions',
        },
        {
          page: 'assistants',
          label: 'Assistants',
          icon: IconRobot,
          hint: 'AI assistants that work with your rights',
        },
      ],
    },
  ]

import { getRouteApi, Navigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { SettingsFrame, SettingsList, useNarrow } from '../settings/settings-frame.tsx'
import { NotFound } from '../ui/page/not-found.tsx'
import { ApiKeysPage } from './settings/api-keys.tsx'
import { AssistantsPage } from './settings/assistants.tsx'
import { AuditPage } from './settings/audit.tsx'
import { BillingPage } from './settings/billing.tsx'
import { MembersPage } from './settings/members.tsx'
import { NotificationSettingsPage } from './settings/notifications.tsx'
import { OrganisationPage } from './settings/organisation.tsx'
import { PaymentsPage } from './settings/payments.tsx'
import { ProfilePage } from './settings/profile.tsx'
import { SecurityPage } from './settings/security.tsx'
import { WebhooksPage } from './settings/webhooks.tsx'

const route = getRouteApi('/inside/settings/{-$page}')

const pages = new Map<string, ComponentType>([
  ['organisation', OrganisationPage],
  ['members', MembersPage],
  ['api-keys', ApiKeysPage],
  ['webhooks', WebhooksPage],
  ['billing', BillingPage],
  ['payments', PaymentsPage],
  ['assistants', AssistantsPage],
  ['audit', AuditPage],
  ['profile', ProfilePage],
  ['notifications', NotificationSettingsPage],
  ['security', SecurityPage],
])

export function SettingsPage() {
  const { page } = route.useParams()
  const narrow = useNarrow()
  if (page === undefined) {
    return narrow ? (
      <SettingsList />
    ) : (
      <Navigate to="/settings/{-$page}" params={{ page: 'organisation' }} replace />
    )
  }
  const Page = pages.get(page)
  if (Page === undefined) {
    return <NotFound />
  }
  return (
    <SettingsFrame>
      <Page />
    </SettingsFrame>
  )
}

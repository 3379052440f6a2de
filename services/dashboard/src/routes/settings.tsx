import { getRouteApi, Navigate } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { late } from '../platform/load-page.ts'
import { SettingsFrame, SettingsList, useNarrow } from '../settings/settings-frame.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'

const NotFound = late(async () => (await import('../ui/not-found.tsx')).NotFound)
const route = getRouteApi('/inside/settings/{-$page}')

// All settings pages share one route, because each route adds bytes to every other page.
const pages = new Map<string, ComponentType>([
  [
    'organisation',
    late(async () => (await import('./settings/organisation.tsx')).OrganisationPage),
  ],
  ['members', late(async () => (await import('./settings/members.tsx')).MembersPage)],
  ['api-keys', late(async () => (await import('./settings/api-keys.tsx')).ApiKeysPage)],
  ['webhooks', late(async () => (await import('./settings/webhooks.tsx')).WebhooksPage)],
  ['billing', late(async () => (await import('./settings/billing.tsx')).BillingPage)],
  ['payments', late(async () => (await import('./settings/payments.tsx')).PaymentsPage)],
  ['assistants', late(async () => (await import('./settings/assistants.tsx')).AssistantsPage)],
  ['audit', late(async () => (await import('./settings/audit.tsx')).AuditPage)],
  ['profile', late(async () => (await import('./settings/profile.tsx')).ProfilePage)],
  ['security', late(async () => (await import('./settings/security.tsx')).SecurityPage)],
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
    return (
      <Suspense fallback={<PageSkeleton />}>
        <NotFound />
      </Suspense>
    )
  }
  return (
    <SettingsFrame>
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </SettingsFrame>
  )
}

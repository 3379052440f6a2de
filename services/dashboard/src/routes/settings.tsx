import { getRouteApi, Navigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { PageSkeleton } from '../app/page-skeleton.tsx'
import { late } from '../platform/load-page.ts'
import { SettingsFrame, SettingsList, useNarrow } from '../settings/settings-frame.tsx'

const NotFound = late(async () => (await import('../ui/not-found.tsx')).NotFound)
const route = getRouteApi('/inside/settings/{-$page}')

// One route for all of them: the address of each costs every other page bytes of its own.
const pages = new Map<string, ComponentType>([
  [
    'organisation',
    lazy(async () => ({ default: (await import('./settings/organisation.tsx')).OrganisationPage })),
  ],
  ['members', lazy(async () => ({ default: (await import('./settings/members.tsx')).MembersPage }))],
  ['api-keys', lazy(async () => ({ default: (await import('./settings/api-keys.tsx')).ApiKeysPage }))],
  ['webhooks', lazy(async () => ({ default: (await import('./settings/webhooks.tsx')).WebhooksPage }))],
  ['billing', lazy(async () => ({ default: (await import('./settings/billing.tsx')).BillingPage }))],
  ['payments', lazy(async () => ({ default: (await import('./settings/payments.tsx')).PaymentsPage }))],
  ['assistants', lazy(async () => ({ default: (await import('./settings/assistants.tsx')).AssistantsPage }))],
  ['audit', lazy(async () => ({ default: (await import('./settings/audit.tsx')).AuditPage }))],
  ['profile', lazy(async () => ({ default: (await import('./settings/profile.tsx')).ProfilePage }))],
  ['security', lazy(async () => ({ default: (await import('./settings/security.tsx')).SecurityPage }))],
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

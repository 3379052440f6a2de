import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { afterwards } from '../platform/load-page.ts'
import { orgSettingsQuery } from '../platform/org-settings.ts'
import { updateOrgSettingsMutation } from './organisation-queries.ts'
import { RowSkeleton, Section, WaitingRows } from './section.tsx'
import { useRole } from './use-role.ts'

const BrandColour = afterwards(async () => (await import('./brand-colour.tsx')).BrandColour)
const Logo = afterwards(async () => (await import('./logo.tsx')).Logo)

export function Look({ lead }: { lead: string }) {
  const { org, isAdmin } = useRole()
  const query = useQuery(orgSettingsQuery)
  const update = useMutation(updateOrgSettingsMutation(useQueryClient()))
  const settings = query.data
  const fixed = { disabled: !isAdmin }
  return (
    <Section title="Appearance" lead={lead}>
      <WaitingRows query={query} rows={2} />
      {settings !== undefined && (
        <>
          <Suspense fallback={<RowSkeleton />}>
            <Logo
              {...fixed}
              url={settings.logoUrl}
              name={org.name}
              onSave={(logoUrl) => update.mutateAsync({ logoUrl })}
            />
          </Suspense>
          <Suspense fallback={<RowSkeleton />}>
            <BrandColour
              {...fixed}
              value={settings.brandColor}
              onSave={(brandColor) => update.mutateAsync({ brandColor })}
            />
          </Suspense>
        </>
      )}
    </Section>
  )
}

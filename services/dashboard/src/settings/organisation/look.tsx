import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orgSettingsQuery } from '../../platform/records/settings.ts'
import { Section, WaitingRows } from '../section.tsx'
import { useRole } from '../use-role.ts'
import { BrandColour } from './brand-colour.tsx'
import { Logo } from './logo.tsx'
import { updateOrgSettingsMutation } from './organisation-queries.ts'

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
          <Logo
            {...fixed}
            url={settings.logoUrl}
            name={org.name}
            onSave={(logoUrl) => update.mutateAsync({ logoUrl })}
          />
          <BrandColour
            {...fixed}
            value={settings.brandColor}
            onSave={(brandColor) => update.mutateAsync({ brandColor })}
          />
        </>
      )}
    </Section>
  )
}

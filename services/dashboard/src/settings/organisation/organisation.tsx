import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orgSettingsQuery } from '../../platform/records/settings.ts'
import { currencyChoices, localeChoices, zoneChoices } from '../choices.ts'
import { OnlyAdmins, Section, WaitingRows } from '../section.tsx'
import { SavedSelect, SavedText } from '../setting.tsx'
import { useRole } from '../use-role.ts'
import { ExportData } from './export-data.tsx'
import { Look } from './look.tsx'
import { renameOrg, updateOrgSettingsMutation } from './organisation-queries.ts'
import { OwnOrganisations } from './own-organisations.tsx'
import { PublicPages } from './public-pages.tsx'

const slugForm = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,99}$/

export function Organisation() {
  const { org, isAdmin } = useRole()
  const queryClient = useQueryClient()
  const query = useQuery(orgSettingsQuery)
  const update = useMutation(updateOrgSettingsMutation(queryClient))
  const save = update.mutateAsync
  const settings = query.data
  const fixed = { disabled: !isAdmin }
  return (
    <>
      <OnlyAdmins>Owners and admins of {org.name} change these settings.</OnlyAdmins>
      <Section title="Name and web address">
        <SavedText
          key={`${org.id} name`}
          {...fixed}
          label="Name"
          value={org.name}
          maxLength={200}
          validate={(name) => (name === '' ? 'Enter a name' : null)}
          onSave={(name) => renameOrg(queryClient, org.id, { name })}
        />
        <SavedText
          key={`${org.id} slug`}
          {...fixed}
          label="Web address"
          hint="Part of your public page addresses. Links with the old web address stop working."
          value={org.slug}
          maxLength={100}
          validate={(slug) =>
            slugForm.test(slug) ? null : 'Use at most 100 letters, digits and .-_~'
          }
          onSave={(slug) => renameOrg(queryClient, org.id, { slug })}
        />
      </Section>
      <Section title="Region" lead="The default for new members, invoices and calendars.">
        <WaitingRows query={query} rows={3} />
        {settings !== undefined && (
          <>
            <SavedSelect
              {...fixed}
              label="Time zone"
              value={settings.timezone}
              choices={zoneChoices}
              onSave={(timezone) => save({ timezone })}
            />
            <SavedSelect
              {...fixed}
              label="Language and format"
              hint="How dates, numbers and amounts are written."
              value={settings.locale}
              choices={localeChoices}
              onSave={(locale) => save({ locale })}
            />
            <SavedSelect
              {...fixed}
              label="Currency"
              value={settings.currency}
              choices={currencyChoices}
              onSave={(currency) => save({ currency })}
            />
          </>
        )}
      </Section>
      <Look lead="On invoices, products and published pages." />
      <PublicPages />
      <ExportData />
      <OwnOrganisations />
    </>
  )
}

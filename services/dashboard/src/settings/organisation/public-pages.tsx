import { domainProof } from '@atrium/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiOrigin } from '../../platform/page-facts.ts'
import { orgSettingsQuery } from '../../platform/records/settings.ts'
import { Section, WaitingRows } from '../section.tsx'
import { SavedText } from '../setting.tsx'
import { useRole } from '../use-role.ts'
import { updateOrgSettingsMutation } from './organisation-queries.ts'

const isHttps = (address: string): boolean =>
  URL.canParse(address) && new URL(address).protocol === 'https:'

/** Says what to set at the domain's provider before the domain can be saved. */
function DomainHint({ orgId, domain }: { orgId: string; domain: string | null }) {
  if (domain !== null)
    return (
      <>
        Your public pages are also at{' '}
        <a href={`https://${domain}`} className="link">
          {domain}
        </a>
        . Empty the field to stop that at once.
      </>
    )
  const { name, value } = domainProof('your-domain', orgId)
  return (
    <>
      Add these two records where you bought the domain, or send them to whoever looks after it.
      Then enter the domain.
      <br />
      CNAME: your-domain → <code>{new URL(apiOrigin).hostname}</code>
      <br />
      TXT: <code>{name}</code> → <code>{value}</code>
    </>
  )
}

/** Edits what visitors read on every public page of the organisation. */
export function PublicPages() {
  const { org, isAdmin } = useRole()
  const query = useQuery(orgSettingsQuery)
  const { mutateAsync: save } = useMutation(updateOrgSettingsMutation(useQueryClient()))
  const settings = query.data
  const fixed = { disabled: !isAdmin }
  const address = `${apiOrigin}/p/${encodeURIComponent(org.slug)}`
  return (
    <Section
      title="Public pages"
      lead={
        <>
          Your events and products are at{' '}
          <a href={address} className="link">
            {address}
          </a>
          .
        </>
      }
    >
      <WaitingRows query={query} rows={3} />
      {settings !== undefined && (
        <>
          <SavedText
            key={`${org.id} public name`}
            {...fixed}
            label="Public name"
            hint="Shown to visitors. Leave it empty to use the name of the organisation."
            value={settings.publicName ?? ''}
            placeholder={org.name}
            maxLength={200}
            onSave={(name) => save({ publicName: name === '' ? null : name })}
          />
          <SavedText
            key={`${org.id} imprint`}
            {...fixed}
            label="Imprint"
            hint="Who is responsible for the pages: name, address and how to reach you. Some countries require it by law."
            value={settings.imprint}
            lines={4}
            maxLength={5_000}
            onSave={(imprint) => save({ imprint })}
          />
          <SavedText
            key={`${org.id} privacy`}
            {...fixed}
            label="Privacy policy"
            hint="The address of your privacy policy. Every public page links to it."
            type="url"
            placeholder="https://"
            value={settings.privacyUrl ?? ''}
            maxLength={2_048}
            validate={(url) =>
              url === '' || isHttps(url) ? null : 'Enter an address that starts with https://'
            }
            onSave={(url) => save({ privacyUrl: url === '' ? null : url })}
          />
          <SavedText
            key={`${org.id} domain`}
            {...fixed}
            label="Your own domain"
            hint={<DomainHint orgId={org.id} domain={settings.publicDomain} />}
            placeholder="www.example.com"
            value={settings.publicDomain ?? ''}
            maxLength={245}
            onSave={(domain) => save({ publicDomain: domain === '' ? null : domain })}
          />
        </>
      )}
    </Section>
  )
}

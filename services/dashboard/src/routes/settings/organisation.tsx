import { Organisation } from '../../settings/organisation/organisation.tsx'
import { Page } from '../../ui/page/page-header.tsx'

export const OrganisationPage = () => (
  <Page title="General">
    <Organisation />
  </Page>
)

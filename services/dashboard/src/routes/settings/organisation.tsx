import { Organisation } from '../../settings/organisation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export const OrganisationPage = () => (
  <>
    <PageHeader title="General" />
    <div className="page">
      <Organisation />
    </div>
  </>
)

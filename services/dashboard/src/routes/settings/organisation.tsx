import { Organisation } from '../../settings/organisation.tsx'
import frame from '../../ui/frame.module.css'
import { PageHeader } from '../../ui/page-header.tsx'

export const OrganisationPage = () => (
  <>
    <PageHeader title="General" />
    <div className={frame.page}>
      <Organisation />
    </div>
  </>
)

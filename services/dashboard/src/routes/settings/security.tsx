import { Security } from '../../settings/security.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export const SecurityPage = () => (
  <>
    <PageHeader title="Security" />
    <div className="page">
      <Security />
    </div>
  </>
)

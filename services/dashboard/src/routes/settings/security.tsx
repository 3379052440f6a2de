import { Security } from '../../settings/security.tsx'
import frame from '../../ui/frame.module.css'
import { PageHeader } from '../../ui/page-header.tsx'

export const SecurityPage = () => (
  <>
    <PageHeader title="Security" />
    <div className={frame.page}>
      <Security />
    </div>
  </>
)

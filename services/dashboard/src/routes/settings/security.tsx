import { Security } from '../../settings/security.tsx'
import classes from '../../settings/settings.module.css'
import { PageHeader } from '../../ui/page-header.tsx'

export const SecurityPage = () => (
  <>
    <PageHeader title="Security" />
    <div className={classes.page}>
      <Security />
    </div>
  </>
)

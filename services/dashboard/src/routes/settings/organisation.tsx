import { Organisation } from '../../settings/organisation.tsx'
import classes from '../../settings/settings.module.css'
import { PageHeader } from '../../ui/page-header.tsx'

export const OrganisationPage = () => (
  <>
    <PageHeader title="General" />
    <div className={classes.page}>
      <Organisation />
    </div>
  </>
)

import { Profile } from '../../settings/profile.tsx'
import classes from '../../settings/settings.module.css'
import { PageHeader } from '../../ui/page-header.tsx'

export const ProfilePage = () => (
  <>
    <PageHeader title="Profile" />
    <div className={classes.page}>
      <Profile />
    </div>
  </>
)

import { Profile } from '../../settings/profile.tsx'
import frame from '../../ui/frame.module.css'
import { PageHeader } from '../../ui/page-header.tsx'

export const ProfilePage = () => (
  <>
    <PageHeader title="Profile" />
    <div className={frame.page}>
      <Profile />
    </div>
  </>
)

import { Profile } from '../../settings/profile.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export const ProfilePage = () => (
  <>
    <PageHeader title="Profile" />
    <div className="page">
      <Profile />
    </div>
  </>
)

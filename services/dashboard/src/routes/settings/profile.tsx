import { Profile } from '../../settings/account/profile.tsx'
import { Page } from '../../ui/page-header.tsx'

export const ProfilePage = () => (
  <Page title="Profile">
    <Profile />
  </Page>
)

import { Profile } from '../../settings/account/profile.tsx'
import { Page } from '../../ui/page/page-header.tsx'

export const ProfilePage = () => (
  <Page title="Profile">
    <Profile />
  </Page>
)

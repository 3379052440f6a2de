import { Notifications } from '../notifications/notifications.tsx'
import { Page } from '../ui/page/page-header.tsx'

export const NotificationsPage = () => (
  <Page title="Notifications">
    <Notifications />
  </Page>
)

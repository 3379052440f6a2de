import { NotificationSettings } from '../../settings/notifications/notification-settings.tsx'
import { Page } from '../../ui/page/page-header.tsx'

export const NotificationSettingsPage = () => (
  <Page title="Notification settings">
    <NotificationSettings />
  </Page>
)

import { Security } from '../../settings/account/security.tsx'
import { Page } from '../../ui/page/page-header.tsx'

export const SecurityPage = () => (
  <Page title="Security">
    <Security />
  </Page>
)

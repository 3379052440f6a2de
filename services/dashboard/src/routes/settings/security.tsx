import { Security } from '../../settings/security.tsx'
import { Page } from '../../ui/page-header.tsx'

export const SecurityPage = () => (
  <Page title="Security">
    <Security />
  </Page>
)

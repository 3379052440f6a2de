import { SharedThings } from '../sharing/shared-things.tsx'
import { Page } from '../ui/page/page-header.tsx'

export const SharePage = () => (
  <Page title="Shared with Atrium">
    <SharedThings />
  </Page>
)

import { FirstSteps } from '../home/first-steps.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const HomePage = () => (
  <>
    <PageHeader title="Home" />
    <FirstSteps />
  </>
)

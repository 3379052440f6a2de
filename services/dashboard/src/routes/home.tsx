import { Box } from '@mantine/core'
import { Attention } from '../home/attention.tsx'
import { Figures } from '../home/figures.tsx'
import { FirstSteps } from '../home/first-steps.tsx'
import { RecentActivity } from '../home/recent-activity.tsx'
import { SampleOffer } from '../home/sample/sample-offer.tsx'
import { offersSamples } from '../platform/page-facts.ts'
import { useMe } from '../platform/session/me.ts'
import { PageHeader } from '../ui/page/page-header.tsx'

export function HomePage() {
  const { user } = useMe()
  return (
    <>
      <PageHeader title="Home" />
      <div className="page">
        <Box className="bold" component="h2" m={0} fz={22} lts="-0.01em">
          Welcome, {user.name.trim().split(/\s+/)[0]}
        </Box>
        <Figures />
        <Attention />
        <FirstSteps />
        {offersSamples && <SampleOffer />}
        <RecentActivity />
      </div>
    </>
  )
}

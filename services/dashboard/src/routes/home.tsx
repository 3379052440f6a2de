import { Attention } from '../home/attention.tsx'
import { FirstSteps } from '../home/first-steps.tsx'
import classes from '../home/home.module.css'
import { Lately } from '../home/lately.tsx'
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
        <h2 className={classes.hello}>Welcome, {user.name.trim().split(/\s+/)[0]}</h2>
        <Attention />
        <FirstSteps />
        {offersSamples && <SampleOffer />}
        <Lately />
      </div>
    </>
  )
}

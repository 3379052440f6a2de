import { Suspense } from 'react'
import { Attention } from '../home/attention.tsx'
import { FirstSteps } from '../home/first-steps.tsx'
import classes from '../home/home.module.css'
import { late } from '../platform/load-page.ts'
import { useMe } from '../platform/me.ts'
import { offersSamples } from '../platform/page-facts.ts'
import { PageHeader } from '../ui/page-header.tsx'

const SampleOffer = late(async () => (await import('../home/sample/sample-offer.tsx')).SampleOffer)
const Lately = late(async () => (await import('../home/lately.tsx')).Lately)

export function HomePage() {
  const { user } = useMe()
  return (
    <>
      <PageHeader title="Home" />
      <div className="page">
        <h2 className={classes.hello}>Welcome, {user.name.trim().split(/\s+/)[0]}</h2>
        <Attention />
        <FirstSteps />
        {offersSamples && (
          <Suspense>
            <SampleOffer />
          </Suspense>
        )}
        <Suspense fallback={<div style={{ minHeight: 180 }} />}>
          <Lately />
        </Suspense>
      </div>
    </>
  )
}

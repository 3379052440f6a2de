import { archiveOffer } from '@atrium/contracts'
import { Button, CopyButton, Skeleton } from '@mantine/core'
import { IconArchive, IconChevronLeft, IconExternalLink, IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { later } from '../money/later.ts'
import money from '../money/money.module.css'
import { offerQuery } from '../money/money-queries.ts'
import { offerPrice } from '../money/offer-price.ts'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useMoney } from '../money/use-money.ts'
import { atrium } from '../platform/api.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { late } from '../platform/load-page.ts'
import { useMe } from '../platform/me.ts'
import { useStanding } from '../platform/use-standing.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Problem } from '../ui/problem.tsx'

const OfferDialog = late(async () => (await import('./offer-dialog.tsx')).OfferDialog)

/** One offer with its public address. */
export function OfferView({ id }: { id: string }) {
  const { org } = useMe()
  const { amount } = useMoney()
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const query = useQuery(offerQuery(id))
  const { error, isPending } = useStanding(query)
  useFirstContent(!isPending)
  const [edits, setEdits] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const offer = query.data
  const isActive = offer?.status === 'active' && !leaving
  const address = `${window.location.origin}/offer/${org?.slug}/${offer?.slug}`
  const archiveLater = () => {
    setLeaving(true)
    later({
      text: `${offer?.name} is archived`,
      refused: `${offer?.name} stays active`,
      run: () => atrium.call(archiveOffer, { params: { id } }),
      settled: () => {
        setLeaving(false)
        void queryClient.invalidateQueries({ queryKey: ['offers'] })
      },
    })
  }
  return (
    <>
      <PageHeader title="Offer">
        {isAdmin && isActive && (
          <>
            <Button
              variant="default"
              leftSection={<IconArchive size={16} aria-hidden />}
              onClick={archiveLater}
            >
              Archive
            </Button>
            <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEdits(true)}>
              Edit
            </Button>
          </>
        )}
      </PageHeader>
      <div className="page">
        <Link to="/offers/{-$id}" params={{ id: undefined }} className="back">
          <IconChevronLeft size={16} aria-hidden />
          Offers
        </Link>
        {isPending && <Skeleton h={200} radius="lg" />}
        {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
        {offer !== undefined && (
          <>
            <div className={money.title}>
              <h2 className={money.titleText} dir="auto">
                {offer.name}
              </h2>
              {!isActive && <span className={money.quiet}>Archived</span>}
            </div>
            {offer.description !== '' && (
              <p className="preserved" dir="auto">
                {offer.description}
              </p>
            )}
            <div className="card">
              <dl className={money.details}>
                <dt>Price</dt>
                <dd>{offerPrice(offer, amount)}</dd>
                {isActive && (
                  <>
                    <dt>Public page</dt>
                    <dd>
                      <a href={address} target="_blank" rel="noreferrer" className="link">
                        {address} <IconExternalLink size={12} aria-label="in a new tab" />
                      </a>
                    </dd>
                  </>
                )}
              </dl>
            </div>
            {isActive && (
              <div className={money.filters} style={{ marginTop: 12 }}>
                <CopyButton value={address}>
                  {({ copied, copy }) => (
                    <Button variant="default" onClick={copy}>
                      {copied ? 'Copied' : 'Copy the address'}
                    </Button>
                  )}
                </CopyButton>
                {isAdmin && offer.priceCents !== null && (
                  <Button
                    variant="default"
                    renderRoot={(props) => (
                      <Link {...props} to="/invoices/{-$id}" params={{ id: 'new' }} search={{ offer: id }} />
                    )}
                  >
                    Bill it
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </div>
      <Suspense>
        {edits && offer !== undefined && (
          <OfferDialog offer={offer} onClose={() => setEdits(false)} onSaved={() => setEdits(false)} />
        )}
      </Suspense>
    </>
  )
}

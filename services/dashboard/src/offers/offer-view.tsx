import { archiveOffer, updateOffer } from '@atrium/contracts'
import { Alert, Button, CopyButton } from '@mantine/core'
import { IconArchive, IconExternalLink, IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { offerPrice } from '../money/amounts/offer-price.ts'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { offerQuery } from '../money/money-queries.ts'
import { Facts } from '../money/records/facts.tsx'
import { RecordPage } from '../money/records/record-page.tsx'
import { atrium } from '../platform/connection/api.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { useMe } from '../platform/session/me.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { runAfterUndo } from '../ui/feedback/run-after-undo.ts'
import { usePlace } from '../ui/records/record-list.tsx'
import { OfferDialog } from './offer-dialog.tsx'

export function OfferView({ id }: { id: string }) {
  const { org } = useMe()
  const { amount } = useMoney()
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const query = useQuery(offerQuery(id))
  const place = usePlace(query, 200)
  const [edits, setEdits] = useState(false)
  const close = () => setEdits(false)
  const [leaving, setLeaving] = useState(false)
  const offer = query.data
  const isActive = offer?.status === 'active' && !leaving
  const address = `${apiOrigin}/p/${org?.slug}/products/${offer?.slug}`
  const archiveLater = () => {
    setLeaving(true)
    runAfterUndo({
      text: `${offer?.name} is archived`,
      refused: `${offer?.name} stays active`,
      run: () => atrium.call(archiveOffer, { params: { id } }),
      settled: () => {
        setLeaving(false)
        void queryClient.invalidateQueries({ queryKey: ['offers'] })
      },
    })
  }
  const change = useMutation({
    mutationFn: (published: boolean) =>
      atrium.call(updateOffer, { params: { id }, body: { published } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['offers'] }),
  })
  const isPublished = offer?.published === true
  const publishing = (
    <BusyButton
      variant={isPublished ? 'default' : 'filled'}
      loading={change.isPending}
      onClick={() => change.mutate(!isPublished)}
    >
      {isPublished ? 'Unpublish' : 'Publish'}
    </BusyButton>
  )
  const actions = isAdmin && isActive && (
    <>
      {isPublished && publishing}
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
  )
  return (
    <RecordPage
      kind="Product"
      list="/products/{-$id}"
      back="Products"
      place={place}
      actions={actions}
      name={offer?.name}
      badge={!isActive && <span className="quiet">Archived</span>}
    >
      {offer !== undefined && (
        <>
          {offer.description !== '' && (
            <p className="preserved" dir="auto">
              {offer.description}
            </p>
          )}
          <Facts
            wide
            facts={{
              Price: offerPrice(offer, amount),
              'Public page': isActive && isPublished && (
                <a href={address} target="_blank" rel="noreferrer" className="link">
                  {address} <IconExternalLink size={12} aria-label="in a new tab" />
                </a>
              ),
            }}
          />
          <FormAlert error={change.error} />
          {isActive && !isPublished && (
            <Alert title="Only your organisation can see this product">
              {isAdmin ? (
                <>
                  <p className="flush">
                    Publish the product to show it on your public page, where visitors can buy it.
                  </p>
                  {publishing}
                </>
              ) : (
                <p className="flush">Owners and admins publish products.</p>
              )}
            </Alert>
          )}
          {isActive && (
            <div className={`wrapped ${money.filters}`} style={{ marginTop: 12 }}>
              {isPublished && (
                <CopyButton value={address}>
                  {({ copied, copy }) => (
                    <Button variant="default" onClick={copy}>
                      {copied ? 'Copied' : 'Copy the link'}
                    </Button>
                  )}
                </CopyButton>
              )}
              {isAdmin && offer.priceCents !== null && (
                <Button
                  variant="default"
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/invoices/{-$id}"
                      params={{ id: 'new' }}
                      search={{ offer: id }}
                    />
                  )}
                >
                  Bill it
                </Button>
              )}
            </div>
          )}
        </>
      )}
      {edits && offer !== undefined && (
        <OfferDialog offer={offer} onClose={close} onSaved={close} />
      )}
    </RecordPage>
  )
}

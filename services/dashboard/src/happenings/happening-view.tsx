import type { Happening } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { IconExternalLink, IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import money from '../money/money.module.css'
import { Facts } from '../money/records/facts.tsx'
import { RecordPage } from '../money/records/record-page.tsx'
import { apiOrigin } from '../platform/page-facts.ts'
import { useMe } from '../platform/session/me.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { QuestionDialog } from '../ui/dialogs/question-dialog.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { usePlace } from '../ui/records/record-list.tsx'
import { HappeningDialog } from './happening-dialog.tsx'
import { HappeningPicture } from './happening-picture.tsx'
import {
  changeHappeningMutation,
  deleteHappeningMutation,
  happeningQuery,
} from './happening-queries.ts'
import { HappeningTickets, type ShownTickets } from './happening-tickets.tsx'
import { periodLabel } from './period-label.ts'
import { PublishedBadge } from './published-badge.tsx'

export function HappeningView({
  id,
  onGone,
  ...shown
}: ShownTickets & { id: string; onGone: () => void }) {
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const query = useQuery(happeningQuery(id))
  const place = usePlace(query, 200)
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = () => setDialog(undefined)
  const change = useMutation(changeHappeningMutation(queryClient, id))
  const remove = useMutation(deleteHappeningMutation(queryClient, id))
  const happening = query.data
  const isPublished = happening?.published === true
  const actions = isAdmin && happening !== undefined && (
    <>
      <BusyButton
        variant={isPublished ? 'default' : 'filled'}
        loading={change.isPending}
        onClick={() => change.mutate({ published: !isPublished })}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </BusyButton>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setDialog('edit')}
      >
        Edit
      </Button>
    </>
  )
  const frame = {
    kind: 'Event',
    list: '/events/{-$id}',
    back: 'Events',
    place,
    actions,
  } as const
  if (happening === undefined) return <RecordPage {...frame} />
  return (
    <RecordPage
      {...frame}
      name={happening.title}
      badge={<PublishedBadge published={isPublished} />}
    >
      <FormAlert error={change.error} />
      <HappeningPicture url={happening.pictureUrl} />
      {happening.description !== '' && (
        <p className="preserved" style={{ margin: '0 0 16px' }} dir="auto">
          {happening.description}
        </p>
      )}
      <HappeningFacts happening={happening} />
      <div className={`wrapped ${money.filters}`} style={{ marginTop: 12 }}>
        <Button
          leftSection={<IconQrcode size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} to="/events/{-$id}" params={{ id }} search={{ part: 'check-in' }} />
          )}
        >
          Check in
        </Button>
        {isAdmin && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('delete')}
          >
            Delete
          </Button>
        )}
      </div>
      <HappeningTickets happening={happening} {...shown} />
      {dialog === 'edit' && (
        <HappeningDialog happening={happening} onClose={close} onSaved={close} />
      )}
      {dialog === 'delete' && (
        <QuestionDialog
          title="Delete the event?"
          action="Delete"
          error={remove.error}
          pending={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate(undefined, { onSuccess: onGone })}
        >
          Its tickets become invalid. Unless the event has ended, everyone with a ticket or on the
          waiting list gets a mail that it is cancelled. Payments are not refunded automatically.
          Refund them at the payment provider.
        </QuestionDialog>
      )}
    </RecordPage>
  )
}

function HappeningFacts({ happening }: { happening: Happening }) {
  const { org } = useMe()
  const { place, slug, published } = happening
  const address = `${apiOrigin}/p/${org?.slug}/events/${slug}`
  return (
    <Facts
      wide
      facts={{
        When: periodLabel(happening),
        Where: place || null,
        'Public page': published ? (
          <a href={address} target="_blank" rel="noreferrer" className="link">
            {address} <IconExternalLink size={12} aria-label="in a new tab" />
          </a>
        ) : (
          'Publish the event to get its public page'
        ),
      }}
    />
  )
}

import { Button, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import money from '../money/money.module.css'
import { useIsAdmin } from '../money/use-is-admin.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { afterwards, late } from '../platform/load-page.ts'
import { useStanding } from '../platform/use-standing.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Problem } from '../ui/problem.tsx'
import { HappeningFacts } from './happening-facts.tsx'
import { changeHappeningMutation, deleteHappeningMutation, happeningQuery } from './happening-queries.ts'
import classes from './happenings.module.css'
import { PublishedBadge } from './published-badge.tsx'

const HappeningTickets = afterwards(async () => (await import('./happening-tickets.tsx')).HappeningTickets)
const QuestionDialog = late(async () => (await import('../ui/question-dialog.tsx')).QuestionDialog)
const HappeningDialog = late(async () => (await import('./happening-dialog.tsx')).HappeningDialog)

/** One happening: its inventory, its tickets and its waiting list. */
export function HappeningView({
  id,
  q,
  part,
  onShow,
  onGone,
}: {
  id: string
  q: string
  part: 'tickets' | 'waiting'
  onShow: (search: { q?: string; part?: 'waiting' }) => void
  onGone: () => void
}) {
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const query = useQuery(happeningQuery(id))
  const { error, isPending } = useStanding(query)
  useFirstContent(!isPending)
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = () => setDialog(undefined)
  const change = useMutation(changeHappeningMutation(queryClient, id))
  const remove = useMutation(deleteHappeningMutation(queryClient, id))
  const happening = query.data
  const isPublished = happening?.published === true
  return (
    <>
      <PageHeader title="Happening">
        {isAdmin && happening !== undefined && (
          <>
            <Button
              variant={isPublished ? 'default' : 'filled'}
              loading={change.isPending}
              onClick={() => change.mutate({ published: !isPublished })}
            >
              {isPublished ? 'Unpublish' : 'Publish'}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setDialog('edit')}
            >
              Edit
            </Button>
          </>
        )}
      </PageHeader>
      <div className="page">
        <Link to="/happenings/{-$id}" params={{ id: undefined }} className="back">
          <IconChevronLeft size={16} aria-hidden />
          Happenings
        </Link>
        {isPending && <Skeleton h={200} radius="lg" />}
        {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
        {happening !== undefined && (
          <>
            <div className={money.title}>
              <h2 className={money.titleText} dir="auto">
                {happening.title}
              </h2>
              <PublishedBadge published={isPublished} />
            </div>
            <FormAlert error={change.error} />
            {happening.description !== '' && (
              <p className={classes.text} dir="auto">
                {happening.description}
              </p>
            )}
            <HappeningFacts happening={happening} />
            <div className={money.filters} style={{ marginTop: 12 }}>
              <Button
                leftSection={<IconQrcode size={16} aria-hidden />}
                renderRoot={(props) => (
                  <Link {...props} to="/happenings/{-$id}" params={{ id }} search={{ part: 'check-in' }} />
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
            <Suspense fallback={<Skeleton h={240} mt={32} radius="lg" />}>
              <HappeningTickets happening={happening} q={q} part={part} onShow={onShow} />
            </Suspense>
          </>
        )}
      </div>
      <Suspense>
        {dialog === 'edit' && happening !== undefined && (
          <HappeningDialog happening={happening} onClose={close} onSaved={close} />
        )}
        {dialog === 'delete' && happening !== undefined && (
          <QuestionDialog
            title="Delete the happening?"
            action="Delete"
            error={remove.error}
            pending={remove.isPending}
            onClose={close}
            onConfirm={() => remove.mutate(undefined, { onSuccess: onGone })}
          >
            Its tickets are no longer valid. Unless it is over, everyone who holds or awaits a ticket gets a
            mail that it is cancelled.
          </QuestionDialog>
        )}
      </Suspense>
    </>
  )
}

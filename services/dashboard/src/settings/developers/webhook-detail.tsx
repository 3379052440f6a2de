import type { WebhookEndpoint } from '@atrium/contracts'
import { Button, Switch } from '@mantine/core'
import { IconAlertTriangle, IconChevronLeft } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { copyText } from '../../ui/text/copy-text.ts'
import { Note, Row, Section } from '../section.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { useRole } from '../use-role.ts'
import { Deliveries } from './deliveries.tsx'
import {
  type DeliveryStatus,
  deleteEndpointMutation,
  deliveriesQuery,
  rotateSecretMutation,
  updateEndpointMutation,
} from './webhook-queries.ts'

const gone = 410
const allEndpoints = { to: '/settings/{-$page}', params: { page: 'webhooks' }, search: {} } as const

interface WebhookDetailProps {
  readonly endpoint: WebhookEndpoint
  readonly status: DeliveryStatus
  readonly onStatus: (status: DeliveryStatus) => void
  readonly onEdit: () => void
}

export function WebhookDetail({ endpoint, status, onStatus, onEdit }: WebhookDetailProps) {
  const { isAdmin } = useRole()
  const { id, url, events, enabled } = endpoint
  const [dialog, setDialog] = useState<'rotate' | 'delete'>()
  const close = () => setDialog(undefined)
  const update = useMutation(updateEndpointMutation(useQueryClient()))
  const { data: latest } = useInfiniteQuery(deliveriesQuery(id, undefined))
  const refused = !enabled && latest?.pages[0]?.items[0]?.responseStatus === gone
  return (
    <>
      <Link {...allEndpoints} className="back" style={{ margin: '0 0 16px -4px' }}>
        <IconChevronLeft size={16} aria-hidden />
        All endpoints
      </Link>
      {refused && (
        <Note icon={IconAlertTriangle}>
          Disabled by itself: the receiver answered 410, which states that it is gone. Enable the
          endpoint once the receiver is back.
        </Note>
      )}
      <Section
        title={
          <span className="clamped" title={url}>
            {url}
          </span>
        }
        action={
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label="Copy the address"
            onClick={() => void copyText(url, 'The address is copied')}
          >
            Copy
          </Button>
        }
      >
        <Row
          label="Sends events"
          hint="A disabled endpoint does not receive events, not even later."
        >
          <Switch
            aria-label="Sends events"
            checked={(update.isPending ? update.variables.enabled : undefined) ?? enabled}
            disabled={!isAdmin}
            onChange={(event) =>
              update.mutate(
                { id, enabled: event.currentTarget.checked },
                { onError: toastRefusal('Not changed') },
              )
            }
          />
        </Row>
        <Row label="Events" hint={events.includes('*') ? 'All events' : events.join(', ')}>
          {isAdmin && (
            <Button variant="default" aria-label="Change address and events" onClick={onEdit}>
              Change
            </Button>
          )}
        </Row>
        {isAdmin && (
          <Row label="Secret" hint="Proves that a request comes from Atrium.">
            <Button
              variant="default"
              aria-label="Rotate the secret"
              onClick={() => setDialog('rotate')}
            >
              Rotate
            </Button>
          </Row>
        )}
        {isAdmin && (
          <Row label="Delete the endpoint" hint="This also deletes its deliveries.">
            <Button
              variant="default"
              c="var(--bad)"
              aria-label="Delete the endpoint"
              onClick={() => setDialog('delete')}
            >
              Delete
            </Button>
          </Row>
        )}
      </Section>
      <Deliveries endpoint={endpoint} status={status} onStatus={onStatus} />
      {dialog === 'rotate' && <RotateDialog id={id} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog id={id} url={url} onClose={close} />}
    </>
  )
}

function RotateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const rotate = useMutation(rotateSecretMutation)
  if (rotate.isSuccess) {
    return (
      <ShownOnce
        title="The new secret"
        label="Secret of the endpoint"
        secret={rotate.data.secret}
        onDone={onClose}
      >
        Give it to the receiver now: it is shown this once. The former one stays valid for a day.
      </ShownOnce>
    )
  }
  return (
    <QuestionDialog
      title="Make another secret?"
      action="Rotate"
      keep="Cancel"
      danger={false}
      error={rotate.error}
      pending={rotate.isPending}
      onConfirm={() => rotate.mutate(id)}
      onClose={onClose}
    >
      For a day requests are signed with both, so that the receiver can change in between.
    </QuestionDialog>
  )
}

function DeleteDialog({ id, url, onClose }: { id: string; url: string; onClose: () => void }) {
  const router = useRouter()
  const remove = useMutation(deleteEndpointMutation(useQueryClient()))
  return (
    <QuestionDialog
      title="Delete the endpoint?"
      action="Delete"
      error={remove.error}
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: async () => {
            onClose()
            toast('The endpoint is deleted')
            await router.navigate({ ...allEndpoints, replace: true })
          },
        })
      }
      onClose={onClose}
    >
      Nothing is sent to{' '}
      <bdi className="clamped" title={url}>
        {url}
      </bdi>{' '}
      any more, and its deliveries are deleted.
    </QuestionDialog>
  )
}

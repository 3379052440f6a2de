import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { WebhookDetail } from '../../settings/developers/webhook-detail.tsx'
import { type EndpointDraft, WebhookDialog } from '../../settings/developers/webhook-dialog.tsx'
import { type DeliveryStatus, endpointsQuery } from '../../settings/developers/webhook-queries.ts'
import { Webhooks } from '../../settings/developers/webhooks.tsx'
import { useRole } from '../../settings/use-role.ts'
import { NotFound } from '../../ui/page/not-found.tsx'
import { NewButton, Page } from '../../ui/page/page-header.tsx'
import { usePageNavigate } from '../../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/settings/{-$page}')

const validate = {
  url: (url: string) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : 'An http or https address'),
  events: (events: string[], { all }: EndpointDraft) =>
    all || events.length > 0 ? null : 'Choose at least one',
}
const statuses: readonly string[] = ['pending', 'delivered', 'failed']

export function WebhooksPage() {
  const { isAdmin } = useRole()
  const { endpoint: id, status } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const { data: endpoints } = useQuery(endpointsQuery)
  const endpoint = endpoints?.find((one) => one.id === id)
  const [dialog, setDialog] = useState<'create' | 'edit'>()
  const close = () => setDialog(undefined)
  const created = useForm<EndpointDraft>({
    initialValues: { url: '', all: true, events: [] },
    validate,
  })
  const changed = useForm<EndpointDraft>({
    initialValues: { url: '', all: true, events: [] },
    validate,
  })
  const edit = () => {
    if (endpoint === undefined) return
    const all = endpoint.events.includes('*')
    changed.setValues({ url: endpoint.url, all, events: all ? [] : endpoint.events })
    setDialog('edit')
  }
  return (
    <Page
      title="Webhooks"
      actions={
        isAdmin &&
        id === undefined && <NewButton onClick={() => setDialog('create')}>New endpoint</NewButton>
      }
    >
      {id === undefined || endpoints === undefined ? (
        <Webhooks onCreate={() => setDialog('create')} />
      ) : endpoint === undefined ? (
        <NotFound />
      ) : (
        <WebhookDetail
          key={endpoint.id}
          endpoint={endpoint}
          status={statuses.includes(status ?? '') ? (status as DeliveryStatus) : undefined}
          onStatus={(wanted) =>
            void navigate({ search: { endpoint: id, status: wanted }, replace: true })
          }
          onEdit={edit}
        />
      )}
      {dialog === 'create' && <WebhookDialog form={created} endpoint={undefined} onClose={close} />}
      {dialog === 'edit' && <WebhookDialog form={changed} endpoint={endpoint} onClose={close} />}
    </Page>
  )
}

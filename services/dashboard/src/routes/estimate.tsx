import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { estimateKind } from '../invoices/edited-kinds.ts'
import { Editor } from '../invoices/editor.tsx'
import { BackToEstimates } from '../invoices/estimates/back-to-estimates.tsx'
import { EstimateActions } from '../invoices/estimates/estimate-actions.tsx'
import { estimateQuery } from '../invoices/estimates/estimate-queries.ts'
import { EstimateView } from '../invoices/estimates/estimate-view.tsx'
import type { EstimatesSearch } from '../invoices/estimates/estimates-search.ts'
import { SendEstimateDialog } from '../invoices/estimates/send-estimate-dialog.tsx'
import { emptyDraft, toDraft } from '../invoices/invoice-draft.ts'
import { usePresetDraft } from '../invoices/use-preset-draft.ts'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { useStanding } from '../platform/records/queries.ts'
import { NotAllowed, Problem } from '../ui/feedback/problem.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/estimates/{-$id}')

/** Shows the editor if the estimate is a draft or is being changed, otherwise the sheet. */
export function EstimatePage({ id }: { id: string }) {
  const { view, edit, send } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  const query = useQuery(estimateQuery(id))
  const { error, isPending } = useStanding(query)
  const estimate = query.data
  const status = estimate?.status
  const isDraft = status === 'draft'
  const isOpen = isDraft || status === 'sent' || status === 'expired'
  const isEdited = isAdmin && (isDraft || (isOpen && edit === true))
  const show = (search: EstimatesSearch) => void navigate({ search, replace: true })
  return (
    <>
      <PageHeader title={estimate?.number ?? (isDraft ? 'Draft estimate' : 'Estimate')}>
        {estimate !== undefined && (
          <EstimateActions
            estimate={estimate}
            onEdit={() => show({ edit: true })}
            onSend={() => show({ send: true })}
          />
        )}
      </PageHeader>
      <BackToEstimates />
      {isPending && <Skeleton h={320} m={24} w="auto" />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {estimate !== undefined && isEdited && !isDraft && (
        <p className="sunken note" style={{ margin: '0 24px 12px' }}>
          If you change more than the last day, your customer cannot accept until you send it again.
        </p>
      )}
      {estimate !== undefined && isEdited && (
        <Editor
          kind={estimateKind}
          name={id}
          record={estimate}
          initial={toDraft(estimate)}
          onSaved={(_saved, proceed) => show(proceed ? { send: true } : {})}
        />
      )}
      {estimate !== undefined && !isEdited && (
        <EstimateView
          estimate={estimate}
          view={view}
          onView={(chosen) => show(chosen === undefined ? {} : { view: chosen })}
        />
      )}
      {send === true && estimate !== undefined && isOpen && isAdmin && (
        <SendEstimateDialog estimate={estimate} onClose={() => show({})} />
      )}
    </>
  )
}

export function NewEstimatePage() {
  const { customer } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  const preset = usePresetDraft()
  return (
    <>
      <PageHeader title="New estimate" />
      <BackToEstimates />
      {!isAdmin && <NotAllowed>Owners and admins write estimates.</NotAllowed>}
      {isAdmin && preset === undefined && <Skeleton h={320} m={24} w="auto" />}
      {isAdmin && preset !== undefined && (
        <Editor
          kind={estimateKind}
          name={customer ?? 'new'}
          initial={{ ...emptyDraft(customer ?? null), ...preset, validDay: '' }}
          onSaved={({ id }, proceed) =>
            void navigate({
              params: { id },
              search: proceed ? { send: true } : {},
              replace: true,
            })
          }
        />
      )}
    </>
  )
}

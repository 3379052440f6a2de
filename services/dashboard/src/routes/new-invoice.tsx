import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BackToInvoices } from '../invoices/back-to-invoices.tsx'
import { invoiceKind } from '../invoices/edited-kinds.ts'
import { Editor } from '../invoices/editor.tsx'
import { emptyDraft, linesOfOffer, toCopy } from '../invoices/invoice-draft.ts'
import { invoiceQuery } from '../invoices/invoice-queries.ts'
import { usePresetDraft } from '../invoices/use-preset-draft.ts'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { offerQuery } from '../money/money-queries.ts'
import { NotAllowed } from '../ui/feedback/problem.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/invoices/{-$id}')

export function NewInvoicePage() {
  const { copy, offer, customer } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  const copied = useQuery({ ...invoiceQuery(copy ?? ''), enabled: copy !== undefined })
  const billed = useQuery({ ...offerQuery(offer ?? ''), enabled: offer !== undefined })
  const preset = usePresetDraft()
  const waits =
    preset === undefined ||
    (copy !== undefined && copied.isPending) ||
    (offer !== undefined && billed.isPending)
  const initial = copied.data
    ? toCopy(copied.data)
    : {
        ...emptyDraft(customer ?? null),
        ...preset,
        ...(billed.data && { offerId: billed.data.id, lines: linesOfOffer(billed.data) }),
      }
  return (
    <>
      <PageHeader title="New invoice" />
      <BackToInvoices />
      {!isAdmin && <NotAllowed>Owners and admins write invoices.</NotAllowed>}
      {isAdmin && waits && <Skeleton h={320} m={24} w="auto" />}
      {isAdmin && !waits && (
        <Editor
          kind={invoiceKind}
          name={copy ?? offer ?? customer ?? 'new'}
          initial={initial}
          onSaved={({ id }, finalize) =>
            void navigate({
              params: { id },
              search: finalize ? { finalize: true } : {},
              replace: true,
            })
          }
        />
      )}
    </>
  )
}

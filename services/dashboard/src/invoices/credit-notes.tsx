import { type CreditNote, retryCreditNote } from '@atrium/contracts'
import { Button, Group, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import money from '../money/money.module.css'
import { useMoney } from '../money/use-money.ts'
import { atrium } from '../platform/api.ts'
import { apiOrigin } from '../platform/page-facts.ts'
import { Problem } from '../ui/problem.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import credit from './credit.module.css'
import { creditNotesQuery } from './credit-notes-query.ts'
import { refreshInvoices } from './invoice-changes.ts'

/** Why the payment processor did not take a note, and the way to give it again. */
function Refusal({ note }: { note: CreditNote }) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => atrium.call(retryCreditNote, { params: { id: note.id } }),
    onSettled: () => refreshInvoices(queryClient),
  })
  return (
    <span className={credit.refusal}>
      <span role="status">
        {retry.error === null ? note.problem : `It could not be given again: ${retry.error.message}`}
      </span>
      <Button variant="default" size="compact-xs" loading={retry.isPending} onClick={() => retry.mutate()}>
        Give it again
      </Button>
    </span>
  )
}

/** The credit notes of an invoice with their documents, the newest first. */
export function CreditNotes({ id, currency }: { id: string; currency: string }) {
  const { amount, day } = useMoney()
  const query = useInfiniteQuery(creditNotesQuery(id))
  if (query.isPending) return <Skeleton h={64} radius="lg" />
  if (query.data === undefined) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="card">
      <ul className={`plain-list ${credit.notes}`} aria-label="Credit notes">
        {query.data.pages
          .flatMap(({ items }) => items)
          .map((note) => (
            <li key={note.id}>
              <a
                href={`${apiOrigin}/api/credit-notes/${note.id}/pdf`}
                download={`${note.number}.pdf`}
                className="link"
              >
                {note.number} <IconDownload size={12} aria-label="PDF" />
              </a>
              <span className={money.figure}>{amount(note.totalAmountCents, currency)}</span>
              <span className={`quiet ${credit.reason}`} dir="auto">
                {note.reason} · {day(note.createdAt)}
              </span>
              {note.mirror === 'refused' && <Refusal note={note} />}
            </li>
          ))}
      </ul>
      {query.hasNextPage && (
        <Group gap={0} justify="center" p={12}>
          <ShowMore query={query} label="Show earlier notes" size="xs" />
        </Group>
      )}
    </div>
  )
}

import type { IncomingDocument } from '@atrium/contracts'
import { Button, SegmentedControl } from '@mantine/core'
import { IconCircleCheck, IconMailOpened } from '@tabler/icons-react'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsAdmin, useMoney } from '../money/amounts/viewer.ts'
import { Refusal } from '../money/form/draft-dialog.tsx'
import money from '../money/money.module.css'
import { BusyButton } from '../ui/busy-button.tsx'
import { toast, withUndo } from '../ui/feedback/toast.tsx'
import { Empty } from '../ui/page/empty.tsx'
import { RecordList } from '../ui/records/record-list.tsx'
import { FigureCell, PlainRow } from '../ui/records/rows.tsx'
import classes from './accounting.module.css'
import { bookMutation, documentsQuery } from './accounting-queries.ts'

type Shown = 'all' | 'true' | 'false'

export function DocumentList() {
  const { amount } = useMoney()
  const [shown, setShown] = useState<Shown>('false')
  const query = useInfiniteQuery({
    ...documentsQuery(shown === 'all' ? undefined : shown),
    placeholderData: keepPreviousData,
  })
  const book = useMutation(bookMutation(useQueryClient()))
  const mark = ({ id, title }: IncomingDocument, booked: boolean): void =>
    book.mutate(
      { id, booked },
      {
        onSuccess: () =>
          toast(
            `${title} is ${booked ? 'booked' : 'no longer booked'}`,
            withUndo(() => book.mutate({ id, booked: !booked })),
          ),
      },
    )
  const totals = query.data?.pages[0]?.totals ?? []
  const sums = totals.flatMap(({ currency, totalAmountCents }) =>
    currency === null ? [] : [amount(totalAmountCents, currency)],
  )
  const count = totals.reduce((sum, each) => sum + each.count, 0)
  return (
    <>
      <div className={`wrapped ${money.filters}`}>
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: 'false', label: 'To book' },
            { value: 'true', label: 'Booked' },
            { value: 'all', label: 'All' },
          ]}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
        />
        {count > 0 && (
          <span className="quiet">
            {count === 1 ? '1 document' : `${count} documents`}
            {sums.length > 0 && `, ${sums.join(' and ')} in all`}
          </span>
        )}
      </div>
      <Refusal error={book.error} />
      <RecordList
        label="Incoming documents"
        query={query}
        height={160}
        empty={<Nothing shown={shown} />}
        columns="minmax(0, 1fr) auto 140px"
        row={(document) => (
          <Row
            key={document.id}
            document={document}
            busy={book.isPending && book.variables.id === document.id}
            onBook={(booked) => mark(document, booked)}
          />
        )}
      />
    </>
  )
}

const Nothing = ({ shown }: { shown: Shown }) =>
  shown === 'all' ? (
    <Empty
      icon={IconMailOpened}
      title="No documents yet"
      action={
        <Button component={Link} to="/workflows" variant="default">
          Open the workflows
        </Button>
      }
    >
      A workflow with the step “Collect invoices” collects the invoices and receipts in your mail.
    </Empty>
  ) : (
    <Empty
      icon={IconCircleCheck}
      title={shown === 'true' ? 'Nothing booked yet' : 'Nothing to book'}
    >
      {shown === 'true'
        ? 'Documents that you mark as booked appear here.'
        : 'New invoices and receipts appear here until you mark them as booked.'}
    </Empty>
  )

function Row({
  document,
  busy,
  onBook,
}: {
  document: IncomingDocument
  busy: boolean
  onBook: (booked: boolean) => void
}) {
  const { amount, localDay } = useMoney()
  const isAdmin = useIsAdmin()
  const { title, supplier, number, currency, totalAmountCents, url, receivedAt, bookedAt } =
    document
  const facts = [supplier, number, localDay(receivedAt)].filter((fact) => fact !== null)
  return (
    <PlainRow>
      <span className="column">
        {url === null ? (
          <span className="strong clamped" dir="auto">
            {title}
          </span>
        ) : (
          <a href={url} target="_blank" rel="noreferrer" className="strong clamped link" dir="auto">
            {title}
          </a>
        )}
        <span className="quiet clamped" dir="auto">
          {facts.join(' · ')}
        </span>
      </span>
      <FigureCell>
        {totalAmountCents === null || currency === null
          ? 'No amount'
          : amount(totalAmountCents, currency)}
      </FigureCell>
      <span className={classes.mark}>
        {isAdmin ? (
          <BusyButton
            size="xs"
            variant="default"
            loading={busy}
            aria-label={`${bookedAt === null ? 'Mark as booked' : 'Undo'}: ${title}`}
            onClick={() => onBook(bookedAt === null)}
          >
            {bookedAt === null ? 'Mark as booked' : 'Undo'}
          </BusyButton>
        ) : (
          <span className="quiet">
            {bookedAt === null ? 'To book' : `Booked ${localDay(bookedAt)}`}
          </span>
        )}
      </span>
    </PlainRow>
  )
}

import type { Invoice } from '@atrium/contracts'
import { Button, Select, TextInput } from '@mantine/core'
import { IconCircleCheck, IconFileCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { rateOf } from '../money/amount.ts'
import { CustomerSelect } from '../money/customer-select.tsx'
import { type FieldProblems, fault, problemsOfError } from '../money/field-problems.ts'
import { customerQuery, offerQuery, offersQuery, sellerQuery } from '../money/money-queries.ts'
import { RateField } from '../money/rate-field.tsx'
import { late } from '../platform/load-page.ts'
import { useMe } from '../platform/me.ts'
import { useDraft } from '../platform/use-draft.ts'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import { buyerLines, InvoiceDocument, type InvoiceSheet, sellerLines } from './document.tsx'
import classes from './editor.module.css'
import {
  bodyOf,
  currencyOf,
  draftOf,
  draftProblems,
  draftTotals,
  type InvoiceDraft,
  linesOfOffer,
  pricedLineOf,
} from './invoice-draft.ts'
import { saveInvoiceMutation } from './invoice-queries.ts'
import { LinesField, netOf } from './lines-field.tsx'

const CustomerDialog = late(async () => (await import('../money/customer-dialog.tsx')).CustomerDialog)

const same = (one: InvoiceDraft, other: InvoiceDraft): boolean => {
  const plain = ({ lines, ...rest }: InvoiceDraft) =>
    JSON.stringify([rest.customerId, rest.rate, rest.dueDay, lines.map(({ key: _, ...line }) => line)])
  return plain(one) === plain(other)
}

/**
 * Writes an invoice beside its sheet. What is typed stays a draft of this browser until it is saved. `onSaved` is called
 * with the stored draft, and with whether it is to be finalized.
 */
export function Editor({
  name,
  invoice,
  initial,
  onSaved,
}: {
  /** The name of the kept draft. */
  name: string
  invoice?: Invoice
  initial: InvoiceDraft
  onSaved: (invoice: Invoice, finalize: boolean) => void
}) {
  const { org } = useMe()
  const [left, keep] = useDraft<InvoiceDraft>(`invoice.${name}`)
  const [draft, setDraft] = useState(left ?? initial)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [newCustomer, setNewCustomer] = useState<string>()
  const customer = useQuery({
    ...customerQuery(draft.customerId ?? ''),
    enabled: draft.customerId !== null,
  }).data
  const chosenOffer = useQuery({ ...offerQuery(draft.offerId ?? ''), enabled: draft.offerId !== null }).data
  const offers = useInfiniteQuery(offersQuery('active')).data?.pages.flatMap(({ items }) => items) ?? []
  const seller = useQuery(sellerQuery).data
  const save = useMutation(saveInvoiceMutation(useQueryClient()))
  const currency = currencyOf(
    chosenOffer ?? (draft.offerId === invoice?.offerId ? invoice : undefined),
    customer,
  )
  const change = (part: Partial<InvoiceDraft> | ((old: InvoiceDraft) => Partial<InvoiceDraft>)) => {
    setDraft((old) => {
      const changed = { ...old, ...(typeof part === 'function' ? part(old) : part) }
      keep(changed)
      return changed
    })
    setProblems({})
  }
  const totals = draftTotals(draft, currency)
  const changed = invoice === undefined || !same(draft, draftOf(invoice))
  const submit = (finalize: boolean) => {
    if (invoice !== undefined && !changed) return onSaved(invoice, finalize)
    const found = draftProblems(draft, currency)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { id: invoice?.id, key, body: bodyOf(draft, currency) },
      {
        onError: (error) => {
          setProblems(problemsOfError(error))
          setKey(crypto.randomUUID())
        },
        onSuccess: (saved) => {
          keep(undefined)
          setDraft(draftOf(saved))
          if (!finalize) toast('The draft is saved')
          onSaved(saved, finalize)
        },
      },
    )
  }
  const sheet: InvoiceSheet = {
    number: invoice?.number ?? null,
    stamp: 'Draft',
    issued: null,
    due: draft.dueDay === '' ? null : `${draft.dueDay}T12:00:00.000Z`,
    from: sellerLines(seller, org?.name ?? ''),
    to: buyerLines(customer),
    currency,
    totals,
    vatRateBps: rateOf(draft.rate) ?? 0,
    lines: draft.lines.map((line) => ({
      key: line.key,
      description: line.description,
      quantity: line.quantity,
      unitCents: pricedLineOf({ quantity: '1', price: line.price }, currency)?.unitAmountCents,
      netCents: netOf(line, currency),
    })),
  }
  const billable = offers.filter(({ priceCents }) => priceCents !== null)
  return (
    <div className={classes.editor}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit(false)
        }}
      >
        <FormAlert error={Object.keys(problems).length > 0 ? null : save.error} />
        <CustomerSelect
          label="Customer"
          value={draft.customerId}
          error={problems['customerId']}
          onChange={(customerId) => change({ customerId })}
          onCreate={setNewCustomer}
        />
        {billable.length > 0 && (
          <Select
            label="From an offer"
            placeholder="Or write the lines by hand"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Without an offer' }}
            data={billable.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.offerId}
            {...fault(problems, 'offerId')}
            onChange={(id) => {
              const offer = offers.find((one) => one.id === id)
              change(
                offer === undefined ? { offerId: null } : { offerId: offer.id, lines: linesOfOffer(offer) },
              )
            }}
          />
        )}
        <LinesField
          lines={draft.lines}
          currency={currency}
          problems={problems}
          // Changed lines are no longer those of the offer.
          onChange={(next) => change((old) => ({ lines: next(old.lines), offerId: null }))}
        />
        <RateField rate={draft.rate} error={problems['vatRateBps']} onChange={(rate) => change({ rate })} />
        <TextInput
          type="date"
          label="Due"
          description="Without a day, 30 days after it is finalized"
          w={280}
          value={draft.dueDay}
          onChange={(event) => change({ dueDay: event.currentTarget.value })}
          {...fault(problems, 'dueDate')}
        />
        <div className={classes.actions}>
          <Button
            leftSection={<IconFileCheck size={16} aria-hidden />}
            loading={save.isPending}
            onClick={() => submit(true)}
          >
            Preview and finalize
          </Button>
          <Button type="submit" variant="default" disabled={!changed} loading={save.isPending}>
            Save the draft
          </Button>
          {!changed && (
            <span className={classes.saved}>
              <IconCircleCheck size={14} aria-hidden /> Saved
            </span>
          )}
        </div>
      </form>
      <div className={classes.preview}>
        <InvoiceDocument sheet={sheet} label="Preview" />
      </div>
      <Suspense>
        {newCustomer !== undefined && (
          <CustomerDialog
            name={newCustomer}
            onClose={() => setNewCustomer(undefined)}
            onSaved={({ id }) => {
              setNewCustomer(undefined)
              change({ customerId: id })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

import { createInvoice, type Invoice, updateInvoice } from '@atrium/contracts'
import { IconCircleCheck, IconFileCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseRate } from '../money/amounts/amount.ts'
import { RateField } from '../money/amounts/rate-field.tsx'
import { useMoney } from '../money/amounts/viewer.ts'
import { CustomerDialog } from '../money/customer/customer-dialog.tsx'
import { DraftConflict, type RecordForm, useDraftForm } from '../money/form/use-draft-form.tsx'
import { customerQuery, offerQuery } from '../money/money-queries.ts'
import { CustomerSelect, OfferSelect } from '../money/records/record-select.tsx'
import { sellerQuery } from '../money/seller-query.ts'
import { atrium } from '../platform/connection/api.ts'
import type { Tagged } from '../platform/records/versions.ts'
import { useMe } from '../platform/session/me.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { DayField } from '../ui/dates/day-field.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { buyerLines, InvoiceDocument, type InvoiceSheet, sellerLines } from './document.tsx'
import { DocumentOptionsField } from './document-options-field.tsx'
import classes from './editor.module.css'
import { shownIn } from './invoice-changes.ts'
import {
  chooseCurrency,
  draftProblems,
  draftTotals,
  type InvoiceDraft,
  type LineDraft,
  linesOfOffer,
  toBody,
  toDraft,
  toPricedLine,
} from './invoice-draft.ts'
import { invoiceQuery } from './invoice-queries.ts'
import { calculateNet, LinesField } from './lines-field.tsx'

const lineText = ({ description, quantity, price }: LineDraft): string =>
  `${quantity} × ${description || '–'}, ${price}`

/** Returns the parts of a draft that a conflict keeps or replaces as a whole. */
function useParts(): RecordForm<InvoiceDraft, Invoice>['parts'] {
  const queryClient = useQueryClient()
  const { day } = useMoney()
  return {
    customer: {
      label: 'Customer',
      fields: ['customerId'],
      textOf: ({ customerId }) =>
        customerId === null
          ? 'None'
          : (queryClient.getQueryData(customerQuery(customerId).queryKey)?.name ??
            'Another customer'),
    },
    lines: {
      label: 'Lines',
      fields: ['lines', 'offerId'],
      textOf: ({ lines }) => lines.map(lineText).join('\n') || 'None',
    },
    options: {
      label: 'More options',
      fields: ['options'],
      textOf: ({ options }) =>
        Object.values(options ?? {})
          .filter(Boolean)
          .join('\n') || 'None',
    },
    rate: { label: 'VAT', fields: ['rate'], textOf: ({ rate }) => `${rate} %` },
    due: {
      label: 'Due',
      fields: ['dueDay'],
      textOf: ({ dueDay }) => (dueDay === '' ? '30 days after the issue date' : day(dueDay)),
    },
  }
}

/** Returns the form of an invoice with the currency and customer that follow from the draft. */
function useInvoiceForm({
  name,
  invoice,
  initial,
}: {
  name: string
  invoice: Tagged<Invoice> | undefined
  initial: InvoiceDraft
}) {
  const queryClient = useQueryClient()
  // Wait for the customer and the offer, because they decide the currency.
  const readBody = async (draft: InvoiceDraft) => {
    const { customerId, offerId } = draft
    const offer =
      offerId === null ? undefined : await queryClient.ensureQueryData(offerQuery(offerId))
    const customer =
      customerId === null ? undefined : await queryClient.ensureQueryData(customerQuery(customerId))
    return toBody(draft, chooseCurrency(offer, customer, invoice))
  }
  const form = useDraftForm<InvoiceDraft, Invoice>({
    name: `edit.invoice.${name}`,
    record: invoice,
    initial,
    query: invoiceQuery,
    toDraft,
    problemsOf: (draft) => draftProblems(draft, currency),
    parts: useParts(),
    create: async (draft, options) =>
      atrium.call(createInvoice, { body: await readBody(draft) }, options),
    update: async (id, draft, options) => {
      const body = await readBody(draft)
      return atrium.call(
        updateInvoice,
        { params: { id }, body: { ...body, dueDate: body.dueDate ?? null } },
        options,
      )
    },
    shownIn,
  })
  const { customerId, offerId } = form.draft
  const customer = useQuery({
    ...customerQuery(customerId ?? ''),
    enabled: customerId !== null,
  }).data
  const offer = useQuery({ ...offerQuery(offerId ?? ''), enabled: offerId !== null }).data
  const currency = chooseCurrency(offer, customer, invoice)
  return { form, currency, customer }
}

interface EditorProps {
  /** The storage name of the kept draft. */
  readonly name: string
  readonly invoice?: Tagged<Invoice> | undefined
  readonly initial: InvoiceDraft
  readonly onSaved: (invoice: Invoice, finalize: boolean) => void
}

/**
 * Edits an invoice next to its preview. Typed text stays a draft in this browser until it is saved.
 * `onSaved` gets the stored draft, and true if the user wants to finalize it.
 */
export function Editor({ name, invoice, initial, onSaved }: EditorProps) {
  const { org } = useMe()
  const { form, currency, customer } = useInvoiceForm({ name, invoice, initial })
  const { draft, problems, change, isChanged } = form
  const [newCustomer, setNewCustomer] = useState<string>()
  const seller = useQuery(sellerQuery).data
  const totals = draftTotals(draft, currency)
  const hasChanged = invoice === undefined || isChanged
  const submit = (finalize: boolean) => {
    if (invoice !== undefined && !isChanged) return onSaved(invoice, finalize)
    form.submit((saved) => {
      if (!finalize) toast('The draft is saved')
      onSaved(saved, finalize)
    })
  }
  const sheet: InvoiceSheet = {
    number: invoice?.number ?? null,
    stamp: 'Draft',
    issued: null,
    due: draft.dueDay === '' ? null : draft.dueDay,
    from: sellerLines(seller, org?.name ?? ''),
    to: buyerLines(customer),
    currency,
    totals,
    vatRateBps: parseRate(draft.rate) ?? 0,
    lines: draft.lines.map((line) => ({
      key: line.key,
      description: line.description,
      quantity: [line.quantity, line.options?.unit].filter(Boolean).join(' '),
      unitCents: toPricedLine({ quantity: '1', price: line.price }, currency)?.unitAmountCents,
      netCents: calculateNet(line, currency),
    })),
  }
  return (
    <div className={classes.editor}>
      <form
        noValidate
        className="column"
        style={{ gap: 24 }}
        onSubmit={(event) => {
          event.preventDefault()
          submit(false)
        }}
      >
        <FormAlert error={form.error} />
        <CustomerSelect
          label="Customer"
          value={draft.customerId}
          error={problems['customerId']}
          onChange={(customerId) => change({ customerId })}
          onCreate={setNewCustomer}
        />
        <OfferSelect
          label="From a product"
          placeholder="Or write the lines yourself"
          clearable
          priced
          value={draft.offerId}
          error={problems['offerId']}
          onChange={(offer) =>
            change(
              offer === null
                ? { offerId: null }
                : { offerId: offer.id, lines: linesOfOffer(offer) },
            )
          }
        />
        <LinesField
          lines={draft.lines}
          currency={currency}
          problems={problems}
          // Edited lines no longer match the offer.
          onChange={(next) => change((old) => ({ lines: next(old.lines), offerId: null }))}
        />
        <RateField
          rate={draft.rate}
          error={problems['vatRateBps']}
          onChange={(rate) => change({ rate })}
        />
        <DayField
          label="Due"
          description="Without a day, 30 days after the issue date"
          w={280}
          value={draft.dueDay}
          error={problems['dueDate']}
          onChange={(dueDay) => change({ dueDay })}
        />
        <DocumentOptionsField
          options={draft.options}
          problems={problems}
          onChange={(options) => change({ options })}
        />
        <div className="wrapped">
          <BusyButton
            leftSection={<IconFileCheck size={16} aria-hidden />}
            loading={form.isPending}
            onClick={() => submit(true)}
          >
            Preview and issue
          </BusyButton>
          <BusyButton
            type="submit"
            variant="default"
            disabled={!hasChanged}
            loading={form.isPending}
          >
            Save the draft
          </BusyButton>
          {!hasChanged && (
            <span className="quiet" style={{ marginLeft: 'auto' }}>
              <IconCircleCheck size={14} aria-hidden /> Saved
            </span>
          )}
        </div>
      </form>
      <div className={classes.preview}>
        <InvoiceDocument sheet={sheet} label="Preview" />
      </div>
      <DraftConflict form={form} heading="This draft was also changed elsewhere" />
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
    </div>
  )
}

export const DraftEditor = ({
  invoice,
  onFinalize,
}: {
  invoice: Tagged<Invoice>
  onFinalize: () => void
}) => (
  <Editor
    name={invoice.id}
    invoice={invoice}
    initial={toDraft(invoice)}
    onSaved={(_saved, toFinalize) => toFinalize && onFinalize()}
  />
)

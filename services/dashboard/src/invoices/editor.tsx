import type { Invoice } from '@atrium/contracts'
import { IconCircleCheck, IconFileCheck, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseRate } from '../money/amounts/amount.ts'
import { RateField } from '../money/amounts/rate-field.tsx'
import { CustomerDialog } from '../money/customer/customer-dialog.tsx'
import { DraftConflict } from '../money/form/use-draft-form.tsx'
import { CustomerSelect, OfferSelect } from '../money/records/record-select.tsx'
import { sellerQuery } from '../money/seller-query.ts'
import type { Tagged } from '../platform/records/versions.ts'
import { useMe } from '../platform/session/me.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { DayField } from '../ui/dates/day-field.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { InvoiceDocument } from './document.tsx'
import { toDocumentTexts } from './document-options.ts'
import { DocumentOptionsField } from './document-options-field.tsx'
import { buyerLines, type InvoiceSheet, sellerLines } from './document-sheet.ts'
import { type EditedKind, invoiceKind } from './edited-kinds.ts'
import classes from './editor.module.css'
import {
  draftTotals,
  type EditedDocument,
  type InvoiceDraft,
  linesOfOffer,
  toDraft,
  toPricedLine,
} from './invoice-draft.ts'
import { calculateNet, LinesField } from './lines-field.tsx'
import { useDocumentForm } from './use-document-form.ts'

interface EditorProps<R extends EditedDocument> {
  readonly kind: EditedKind<R>
  /** The storage name of the kept draft. */
  readonly name: string
  readonly record?: Tagged<R> | undefined
  readonly initial: InvoiceDraft
  readonly onSaved: (record: R, proceed: boolean) => void
}

/**
 * Edits an invoice or an estimate next to its preview. Typed text stays a draft in this browser
 * until it is saved. `onSaved` gets the stored draft, and true if the user wants to issue or send
 * it.
 */
export function Editor<R extends EditedDocument>({
  kind,
  name,
  record,
  initial,
  onSaved,
}: EditorProps<R>) {
  const { org } = useMe()
  const { form, currency, customer } = useDocumentForm({ kind, name, record, initial })
  const isEstimate = kind.name === 'estimate'
  const { draft, problems, change, isChanged } = form
  const [newCustomer, setNewCustomer] = useState<string>()
  const seller = useQuery(sellerQuery).data
  const totals = draftTotals(draft, currency)
  const hasChanged = record === undefined || isChanged
  const submit = (proceed: boolean) => {
    if (record !== undefined && !isChanged) return onSaved(record, proceed)
    form.submit((saved) => {
      if (!proceed) toast(`The ${isEstimate ? 'estimate' : 'draft'} is saved`)
      onSaved(saved, proceed)
    })
  }
  const sheet: InvoiceSheet = {
    number: record?.number ?? null,
    stamp: 'Draft',
    issued: null,
    due: draft.dueDay === '' ? null : draft.dueDay,
    ...(isEstimate ? { validUntil: draft.validDay || null } : {}),
    from: sellerLines(seller, org?.name ?? ''),
    to: buyerLines(customer),
    ...toDocumentTexts(draft.options),
    currency,
    totals,
    vatRateBps: parseRate(draft.rate) ?? 0,
    lines: draft.lines.map((line) => ({
      key: line.key,
      description: line.description,
      quantity: [line.quantity, line.options?.unit].filter(Boolean).join(' '),
      unitCents: toPricedLine({ quantity: '1', price: line.price }, currency)?.unitAmountCents,
      discountBps: parseRate(line.options?.discount ?? ''),
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
        {isEstimate ? (
          <DayField
            label="Valid until"
            description="Leave it empty if it never expires."
            w={280}
            value={draft.validDay ?? ''}
            error={problems['validUntil']}
            onChange={(validDay) => change({ validDay })}
          />
        ) : (
          <DayField
            label="Due"
            description="Leave it empty for 30 days after the issue date."
            w={280}
            value={draft.dueDay}
            error={problems['dueDate']}
            onChange={(dueDay) => change({ dueDay })}
          />
        )}
        <DocumentOptionsField
          noun={kind.name}
          options={draft.options}
          problems={problems}
          onChange={(options) => change({ options })}
        />
        <div className="wrapped">
          <BusyButton
            leftSection={
              isEstimate ? (
                <IconSend size={16} aria-hidden />
              ) : (
                <IconFileCheck size={16} aria-hidden />
              )
            }
            loading={form.isPending}
            onClick={() => submit(true)}
          >
            {isEstimate ? 'Save and send' : 'Preview and issue'}
          </BusyButton>
          <BusyButton
            type="submit"
            variant="default"
            disabled={!hasChanged}
            loading={form.isPending}
          >
            {isEstimate ? 'Save' : 'Save the draft'}
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
    kind={invoiceKind}
    name={invoice.id}
    record={invoice}
    initial={toDraft(invoice)}
    onSaved={(_saved, toFinalize) => toFinalize && onFinalize()}
  />
)

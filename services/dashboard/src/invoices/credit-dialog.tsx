import {
  type CreateCreditNote,
  type CreditAmounts,
  createCreditNote,
  type Invoice,
} from '@atrium/contracts'
import { Box, Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { rateLabel } from '../money/amounts/amount.ts'
import { useMoney } from '../money/amounts/viewer.ts'
import { DraftForm, useCheckedForm } from '../money/form/draft-dialog.tsx'
import { atrium } from '../platform/connection/api.ts'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { textField } from '../ui/text/text-field.ts'
import {
  type CreditDraft,
  type CreditExtent,
  calculateRest,
  creditProblems,
  draftSplit,
  toCreditBody,
} from './credit-draft.ts'
import { creditNotesQuery, refreshInvoices } from './invoice-changes.ts'
import { toDraft } from './invoice-draft.ts'
import { LinesField } from './lines-field.tsx'

const extents: ReadonlyArray<{ value: CreditExtent; label: string }> = [
  { value: 'whole', label: 'All that is left' },
  { value: 'amount', label: 'An amount' },
  { value: 'lines', label: 'Lines' },
]

export function CreditDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const notes = useInfiniteQuery(creditNotesQuery(invoice.id))
  const earlierNotes = notes.data?.pages.flatMap(({ items }) => items)
  return (
    <Modal opened onClose={onClose} title="Credit the invoice" size="lg">
      <Waiting query={notes} height={320} />
      {earlierNotes !== undefined && (
        <CreditForm
          invoice={invoice}
          rest={calculateRest(invoice, earlierNotes)}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

interface CreditFormProps {
  readonly invoice: Invoice
  readonly rest: CreditAmounts
  readonly onClose: () => void
}

function CreditForm({ invoice, rest, onClose }: CreditFormProps) {
  const { amount } = useMoney()
  const { currency } = invoice
  const [draft, setDraft] = useState<CreditDraft>(() => ({
    extent: 'whole',
    amount: '',
    reason: '',
    lines: toDraft(invoice).lines,
  }))
  const queryClient = useQueryClient()
  const keyed = useRequestKeys()
  const form = useCheckedForm({
    mutationFn: (body: z.input<typeof CreateCreditNote>) =>
      keyed(body, (idempotencyKey) =>
        atrium.call(createCreditNote, { params: { id: invoice.id }, body }, { idempotencyKey }),
      ),
    onSettled: () => refreshInvoices(queryClient),
  })
  const { problems } = form
  const split = draftSplit(draft, rest, invoice)
  const set = (part: Partial<CreditDraft>) => setDraft((old) => ({ ...old, ...part }))
  const submit = () => {
    form.submit(
      creditProblems(draft, currency),
      toCreditBody(draft, currency),
      ({ number, totalAmountCents }) => {
        toast(`${number} credits ${amount(totalAmountCents, currency)}`)
        onClose()
      },
    )
  }
  return (
    <DraftForm
      action={
        typeof split === 'string' ? 'Credit' : `Credit ${amount(split.totalAmountCents, currency)}`
      }
      disabled={split === 'too-much'}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <span>
        {invoice.status === 'paid'
          ? 'The customer has already paid, so you need to return the money yourself. '
          : 'The customer has to pay less. '}
        A credit note has its own number and cannot be undone.
      </span>
      <SegmentedControl
        aria-label="What is credited"
        data={[...extents]}
        value={draft.extent}
        onChange={(extent) => set({ extent })}
        fullWidth
      />
      {draft.extent === 'amount' && (
        <TextInput
          label={`Amount with VAT, ${currency}`}
          inputMode="decimal"
          maxLength={24}
          placeholder="0.00"
          description={`At most ${amount(rest.totalAmountCents, currency)}`}
          {...textField(draft.amount, (value) => set({ amount: value }), problems['amountCents'])}
        />
      )}
      {draft.extent === 'lines' && (
        <LinesField
          lines={draft.lines}
          currency={currency}
          problems={problems}
          onChange={(change) => setDraft((old) => ({ ...old, lines: change(old.lines) }))}
        />
      )}
      <Textarea
        label="Reason"
        placeholder="Your customer sees this text"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={500}
        dir="auto"
        {...textField(draft.reason, (value) => set({ reason: value }), problems['reason'])}
      />
      <Split split={split} rest={rest} invoice={invoice} />
    </DraftForm>
  )
}

interface SplitProps {
  readonly split: ReturnType<typeof draftSplit>
  readonly rest: CreditAmounts
  readonly invoice: Invoice
}

/** Shows the credited amounts and what remains of the invoice, as the platform computes them. */
function Split({ split, rest, invoice: { currency, vatRateBps, lineItems } }: SplitProps) {
  const { amount } = useMoney()
  const given = typeof split === 'string' ? undefined : split
  const hasOneRate = lineItems.every((line) => (line.vatRateBps ?? vatRateBps) === vatRateBps)
  const money = (cents: number | undefined) => (cents === undefined ? '–' : amount(cents, currency))
  return (
    <Box
      className="sunken"
      component="output"
      display="block"
      p="12px 16px"
      fz={13}
      aria-label="The credit"
    >
      <dl className="amounts">
        <dt>Net</dt>
        <dd>{money(given?.subtotalAmountCents)}</dd>
        <dt>VAT{hasOneRate && ` ${rateLabel(vatRateBps)}`}</dt>
        <dd>{money(given?.vatAmountCents)}</dd>
        <dt className="total">Credit</dt>
        <dd className="total">{money(given?.totalAmountCents)}</dd>
        <dt>Remaining on the invoice</dt>
        <dd>{money(given && rest.totalAmountCents - given.totalAmountCents)}</dd>
      </dl>
      {split === 'too-much' && (
        <Box className="bad" component="span" display="block" mt={8}>
          More than the {amount(rest.totalAmountCents, currency)} that are left of the invoice.
        </Box>
      )}
    </Box>
  )
}

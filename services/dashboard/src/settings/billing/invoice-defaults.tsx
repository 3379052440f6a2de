import {
  formatNumber,
  type NumberedKind,
  numberedKinds,
  paymentTermsAtMost,
} from '@atrium/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  defaultsMutation,
  defaultsQuery,
  numberingMutation,
  numberingQuery,
} from '../../money/set-up/set-up-queries.ts'
import { SavedSwitch } from '../saved-switch.tsx'
import { Row, Section, WaitingRows } from '../section.tsx'
import { SavedText } from '../setting.tsx'
import { useRole } from '../use-role.ts'

const wholeNumber = (typed: string, least: number, most: number): number | undefined => {
  const value = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

/** Edits the payment terms and the texts of new invoices. */
export function InvoiceDefaults() {
  const { isAdmin } = useRole()
  const query = useQuery(defaultsQuery)
  const save = useMutation(defaultsMutation(useQueryClient()))
  const defaults = query.data
  const readDays = (typed: string) => wholeNumber(typed, 0, paymentTermsAtMost)
  return (
    <Section
      anchor="settings-numbers"
      title="Payment terms"
      lead="For invoices that you write from now on."
    >
      <WaitingRows query={query} />
      {defaults !== undefined && (
        <>
          <SavedText
            label="Days to pay"
            hint="From the issue date to the due date."
            disabled={!isAdmin}
            value={String(defaults.paymentTermsDays)}
            validate={(typed) =>
              readDays(typed) === undefined ? `0 to ${paymentTermsAtMost} days` : null
            }
            onSave={(typed) => save.mutateAsync({ paymentTermsDays: readDays(typed) })}
          />
          <SavedText
            label="Text before the lines"
            maxLength={2_000}
            disabled={!isAdmin}
            value={defaults.note ?? ''}
            onSave={(note) => save.mutateAsync({ note })}
          />
          <SavedText
            label="Text after the totals"
            maxLength={2_000}
            disabled={!isAdmin}
            value={defaults.footer ?? ''}
            onSave={(footer) => save.mutateAsync({ footer })}
          />
        </>
      )}
    </Section>
  )
}

/** Says whether customers can pay online. */
export function OnlinePayments() {
  const { isAdmin } = useRole()
  const defaults = useQuery(defaultsQuery).data
  const save = useMutation(defaultsMutation(useQueryClient()))
  if (defaults === undefined) return null
  return (
    <SavedSwitch
      label="Take online payments"
      hint="If this is off, customers pay by bank transfer and no payment account is needed."
      disabled={!isAdmin}
      checked={defaults.onlinePayments}
      onSave={(onlinePayments) => save.mutateAsync({ onlinePayments })}
    />
  )
}

const kinds: Readonly<Record<NumberedKind, string>> = {
  invoice: 'Invoices',
  creditNote: 'Credit notes',
  estimate: 'Estimates',
}

/** Edits how documents are numbered, with a preview of the next number. */
export function NumberingSettings() {
  const { isAdmin } = useRole()
  const query = useQuery(numberingQuery)
  const save = useMutation(numberingMutation(useQueryClient()))
  const year = new Date().getFullYear()
  const numbering = query.data
  return (
    <Section title="Numbers" lead="Numbers have no gaps. The next number can only be raised.">
      <WaitingRows query={query} />
      {numbering !== undefined &&
        numberedKinds.map((kind) => {
          const format = numbering[kind]
          const name = kinds[kind]
          return (
            <div key={kind}>
              <Row
                label={name}
                hint={`The next number is ${formatNumber(format, year, format.next)}.`}
              />
              <SavedText
                label={`${name}: prefix`}
                maxLength={12}
                disabled={!isAdmin}
                value={format.prefix}
                onSave={(prefix) => save.mutateAsync({ [kind]: { prefix } })}
              />
              <SavedSwitch
                label={`${name}: with the year`}
                hint="The numbers start at 1 each year."
                disabled={!isAdmin}
                checked={format.withYear}
                onSave={(withYear) => save.mutateAsync({ [kind]: { withYear } })}
              />
              <SavedText
                label={`${name}: digits`}
                disabled={!isAdmin}
                value={String(format.digits)}
                validate={(typed) =>
                  wholeNumber(typed, 1, 9) === undefined ? '1 to 9 digits' : null
                }
                onSave={(typed) => save.mutateAsync({ [kind]: { digits: Number(typed) } })}
              />
              <SavedText
                label={`${name}: next number`}
                disabled={!isAdmin}
                value={String(format.next)}
                validate={(typed) =>
                  wholeNumber(typed, format.next, 999_999_999) === undefined
                    ? `A whole number from ${format.next}`
                    : null
                }
                onSave={(typed) => save.mutateAsync({ [kind]: { next: Number(typed) } })}
              />
            </div>
          )
        })}
    </Section>
  )
}

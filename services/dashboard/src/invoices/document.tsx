import {
  type Buyer,
  type Customer,
  type Invoice,
  type InvoiceTotals,
  invoiceTotals,
  type Seller,
} from '@atrium/contracts'
import { Box, Group } from '@mantine/core'
import { Fragment } from 'react'
import { rateLabel } from '../money/amounts/amount.ts'
import { listVatRows } from '../money/amounts/vat-rows.ts'
import { useMoney } from '../money/amounts/viewer.ts'
import { addressLines, countryName, present } from '../money/customer/billing-address.ts'
import { isCreditedInFull } from '../money/records/invoice-status.tsx'
import classes from './document.module.css'
import type { StoredOption } from './document-options.ts'
import type { ShownInvoice } from './invoice-queries.ts'

/** A line of the document. Amounts are undefined while they are being typed. */
interface DocumentLine {
  readonly key: string
  readonly description: string
  readonly quantity: string
  readonly unitCents: number | undefined
  readonly discountBps: number | undefined
  readonly netCents: number | undefined
}

type DocumentText = Exclude<StoredOption, 'recipients'>

export interface InvoiceSheet {
  readonly number: string | null
  readonly stamp: string | null
  readonly issued: string | null
  readonly due: string | null
  /** The last day of an estimate, or null if it never expires. Undefined for an invoice. */
  readonly validUntil?: string | null
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** The text before the lines. */
  readonly note: string | null
  /** The text after the totals. */
  readonly footer: string | null
  readonly orderNumber: string | null
  readonly buyerReference: string | null
  readonly contractNumber: string | null
  readonly serviceFrom: string | null
  readonly serviceTo: string | null
  readonly lines: readonly DocumentLine[]
  readonly currency: string
  readonly totals:
    | (Pick<InvoiceTotals, 'subtotalAmountCents' | 'vatAmountCents' | 'totalAmountCents'> &
        Partial<Pick<InvoiceTotals, 'rates'>>)
    | undefined
  readonly vatRateBps: number
  /** Why lines have 0 % VAT, in the document's language. Unset while the document is edited. */
  readonly vatReasons?: readonly string[]
}

/** Returns the seller's address lines, or the organisation's name if no seller is stored. */
export const sellerLines = (seller: Seller | null | undefined, org: string): string[] =>
  seller == null || seller.name === ''
    ? [org]
    : present([
        seller.name,
        seller.line1,
        seller.line2,
        [seller.postalCode, seller.city].filter(Boolean).join(' '),
        seller.country && countryName(seller.country),
        seller.taxId && `VAT ${seller.taxId}`,
        seller.registration,
      ])

export const buyerLines = (buyer: Buyer | Customer | null | undefined): string[] =>
  buyer == null
    ? []
    : present([
        buyer.name,
        ...addressLines(buyer),
        buyer.taxId && `VAT ${buyer.taxId}`,
        buyer.email,
      ])

const stamps: Readonly<Partial<Record<Invoice['status'], string>>> = {
  draft: 'Draft',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Written off',
}

/** Builds the lines of a document from its stored lines and their net amounts. */
export const toLines = (
  lineItems: Invoice['lineItems'],
  netCents: readonly number[],
): DocumentLine[] =>
  lineItems.map(({ description, quantity, unitAmountCents, unit, discountBps }, index) => ({
    key: String(index),
    description,
    quantity: unit === undefined ? String(quantity) : `${quantity} ${unit}`,
    unitCents: unitAmountCents,
    discountBps,
    netCents: netCents[index],
  }))

/** Picks the texts and references of a stored document. */
export const pickTexts = ({
  note,
  footer,
  orderNumber,
  buyerReference,
  contractNumber,
  serviceFrom,
  serviceTo,
}: Pick<InvoiceSheet, DocumentText>): Pick<InvoiceSheet, DocumentText> => ({
  note,
  footer,
  orderNumber,
  buyerReference,
  contractNumber,
  serviceFrom,
  serviceTo,
})

/** Builds the sheet of an invoice from its stored data. */
export const toSheet = (
  invoice: ShownInvoice,
  org: string,
  netCents: readonly number[],
): InvoiceSheet => ({
  number: invoice.number,
  stamp: stamps[invoice.status] ?? (isCreditedInFull(invoice) ? 'Credited' : null),
  issued: invoice.issuedOn,
  due: invoice.dueOn,
  from: sellerLines(invoice.seller, org),
  to: buyerLines(invoice.buyer),
  ...pickTexts(invoice),
  currency: invoice.currency,
  vatRateBps: invoice.vatRateBps,
  vatReasons: invoice.vatReasons ?? [],
  totals: { ...invoice, rates: invoiceTotals(invoice.lineItems, invoice.vatRateBps).rates },
  lines: toLines(invoice.lineItems, netCents),
})

export function InvoiceDocument({ sheet, label }: { sheet: InvoiceSheet; label: string }) {
  const { amount, day } = useMoney()
  const { currency, totals } = sheet
  const isEstimate = sheet.validUntil !== undefined
  const issued = sheet.issued === null ? undefined : day(sheet.issued)
  const money = (cents: number | undefined) => (cents === undefined ? '–' : amount(cents, currency))
  const stated = sheet.lines.reduce((sum, { netCents = 0 }) => sum + netCents, 0)
  const vatRows = listVatRows(totals?.rates ?? [], {
    vatRateBps: sheet.vatRateBps,
    vatAmountCents: totals?.vatAmountCents,
  })
  const unstated = totals === undefined ? 0 : totals.subtotalAmountCents - stated
  return (
    <Box
      className="raised"
      component="section"
      p={{ base: '20px 16px', sm: 32 }}
      fz="sm"
      style={{ containerType: 'inline-size', boxShadow: 'var(--mantine-shadow-sm)' }}
      aria-label={label}
    >
      <Group gap="4px 16px" align="baseline" justify="space-between">
        <span className="bold" style={{ fontSize: 22 }}>
          {isEstimate ? 'Estimate' : 'Invoice'}
        </span>
        <span className="bold figures">
          {sheet.number ?? `Gets its number when ${isEstimate ? 'sent' : 'issued'}`}
        </span>
      </Group>
      <Group gap="2px 16px" mt={4} c="var(--quiet)">
        {sheet.stamp !== null && (
          <Box className="bold" component="span" mr="auto" c="var(--text)">
            {sheet.stamp}
          </Box>
        )}
        {isEstimate ? (
          <>
            <span>{issued === undefined ? 'Not sent yet' : `Sent ${issued}`}</span>
            <span>
              {sheet.validUntil ? `Valid until ${day(sheet.validUntil)}` : 'Never expires'}
            </span>
          </>
        ) : (
          <>
            <span>{issued === undefined ? 'Not issued yet' : `Issued ${issued}`}</span>
            <span>{sheet.due === null ? 'Due 30 days later' : `Due ${day(sheet.due)}`}</span>
          </>
        )}
      </Group>
      <Box display="grid" m="28px 0" style={{ gridTemplateColumns: '1fr 1fr', gap: 16 }}>
        <Party title="From" lines={sheet.from} />
        <Party title="To" lines={sheet.to.length === 0 ? ['No customers yet'] : sheet.to} />
      </Box>
      <References sheet={sheet} />
      <Text text={sheet.note} />
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Qty</th>
            <th scope="col">Price</th>
            <th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          {sheet.lines.map(({ key, description, quantity, unitCents, discountBps, netCents }) => (
            <tr key={key}>
              <td dir="auto" style={{ whiteSpace: 'pre-line' }}>
                {description || '–'}
                {discountBps !== undefined && discountBps > 0 && (
                  <span className="quiet" style={{ display: 'block' }}>
                    Discount {rateLabel(discountBps)}
                  </span>
                )}
              </td>
              <td>{quantity}</td>
              <td>{money(unitCents)}</td>
              <td>{money(netCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={`amounts ${classes.totals}`}>
        {unstated !== 0 && (
          <>
            <dt>{unstated < 0 ? 'Discount' : 'Surcharge'}</dt>
            <dd>{money(unstated)}</dd>
          </>
        )}
        <dt>Net</dt>
        <dd>{money(totals?.subtotalAmountCents)}</dd>
        {vatRows.map(([bps, vatCents]) => (
          <Fragment key={bps}>
            <dt>VAT {rateLabel(bps)}</dt>
            <dd>{money(vatCents)}</dd>
          </Fragment>
        ))}
        <dt className="total">Total</dt>
        <dd className="total">{money(totals?.totalAmountCents)}</dd>
      </dl>
      {sheet.vatReasons?.map((reason) => (
        <Text key={reason} text={reason} />
      ))}
      <Text text={sheet.footer} />
    </Box>
  )
}

/** Shows a text of the document with its line breaks. */
const Text = ({ text }: { text: string | null }) =>
  text !== null && (
    <Box component="p" className="preserved" m="20px 0" dir="auto">
      {text}
    </Box>
  )

/** Shows the customer's references and the service period. */
function References({ sheet }: { sheet: InvoiceSheet }) {
  const { day } = useMoney()
  const { serviceFrom, serviceTo, orderNumber, buyerReference, contractNumber } = sheet
  const [from, to] = [serviceFrom ?? serviceTo, serviceTo ?? serviceFrom]
  const days = from && to && (from === to ? day(from) : `${day(from)} to ${day(to)}`)
  const rows = Object.entries({
    Delivered: days,
    'Your order': orderNumber,
    'Your reference': buyerReference,
    Contract: contractNumber,
  }).filter(([, value]) => value)
  return (
    rows.length > 0 && (
      <dl className={`amounts ${classes.references}`}>
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
      </dl>
    )
  )
}

const Party = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div className="column">
    <span className="fine">{title}</span>
    {lines.map((line, index) => (
      <span key={`${index} ${line}`} className={index === 0 ? 'bold' : undefined} dir="auto">
        {/* If an email address is too long, break it after the @. */}
        {line.split('@').map((part, at) => (
          <Fragment key={at}>
            {at > 0 && (
              <>
                @<wbr />
              </>
            )}
            {part}
          </Fragment>
        ))}
      </span>
    ))}
  </div>
)

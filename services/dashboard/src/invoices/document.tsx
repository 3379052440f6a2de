import { Box, Group } from '@mantine/core'
import { Fragment } from 'react'
import { rateLabel } from '../money/amounts/amount.ts'
import { listVatRows } from '../money/amounts/vat-rows.ts'
import { useMoney } from '../money/amounts/viewer.ts'
import classes from './document.module.css'
import type { InvoiceSheet } from './document-sheet.ts'

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

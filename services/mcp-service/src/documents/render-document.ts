import { type Card, cardTitle, type Invoice, minorDigits } from '@atrium/contracts'

const facts = (pairs: ReadonlyArray<readonly [string, string | null | undefined]>): string =>
  pairs
    .flatMap(([name, value]) => (value == null || value === '' ? [] : [`- ${name}: ${value}`]))
    .join('\n')

const document = (...parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`

export const cardDocument = (card: Card): string =>
  document(
    `# ${cardTitle(card)}`,
    facts([
      ['Kind', card.kind],
      ['Status', card.status],
      ['Due', card.dueAllDay ? card.dueOn : card.dueDate],
      ['Tags', card.tags.join(', ')],
      ['Id', card.id],
    ]),
    card.body,
    Object.keys(card.fields).length === 0
      ? ''
      : `## Fields\n\n\`\`\`json\n${JSON.stringify(card.fields, null, 2)}\n\`\`\``,
  )

export const postDocument = (card: Card): string =>
  document(
    `# Post: ${cardTitle(card)}`,
    facts([
      ['Status', card.status],
      ['Network', card.post?.platform],
      ['Channel', card.post?.channelId],
      ['Due', card.dueDate],
      ['Published at', card.post?.externalUrl],
      ['Failure', card.post?.failure?.message],
      ['Remedy', card.post?.failure?.fix],
      ['Id', card.id],
    ]),
    card.body,
    ...(card.post?.thread ?? []).map((text, index) => `## Post ${index + 2}\n\n${text}`),
    card.post?.firstComment == null ? '' : `## First comment\n\n${card.post.firstComment}`,
    card.post === undefined || card.post.media.length === 0
      ? ''
      : `## Media\n\n${card.post.media.map((url) => `- ${url}`).join('\n')}`,
  )

/**
 * Renders an invoice as text, with amounts in its currency. A draft does not contain its customer's
 * name, so the caller passes it.
 */
export function invoiceDocument(invoice: Invoice, customerName: string): string {
  const money = moneyIn(invoice.currency)
  const lines = invoice.lineItems.map(
    ({ description, quantity, unitAmountCents }) =>
      `| ${cell(description)} | ${quantity} | ${money(unitAmountCents)} | ${money(quantity * unitAmountCents)} |`,
  )
  return document(
    `# Invoice ${invoice.number ?? '(draft)'}`,
    facts([
      ['Status', invoice.status],
      ['Customer', customerName],
      ['Customer id', invoice.customerId],
      ['Issued', invoice.issueDate],
      ['Due', invoice.dueDate],
      ['Paid', invoice.paidAt],
      ['Id', invoice.id],
    ]),
    ['| Item | Quantity | Unit price | Amount |', '| --- | --- | --- | --- |', ...lines].join('\n'),
    facts([
      ['Without VAT', money(invoice.subtotalAmountCents)],
      [`VAT ${invoice.vatRateBps / 100} %`, money(invoice.vatAmountCents)],
      ['Total', money(invoice.totalAmountCents)],
      ['Paid', invoice.paidCents === 0 ? null : money(invoice.paidCents)],
      ['Credited', invoice.creditedCents === 0 ? null : money(invoice.creditedCents)],
      ['Refunded', invoice.refundedCents === 0 ? null : money(invoice.refundedCents)],
      ['Still due', money(invoice.amountDueCents)],
    ]),
  )
}

/** Escapes a text for one table cell: one line, and no cell separator. */
const cell = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join(' ')
    .replaceAll(/[\\|]/g, '\\$&')

/**
 * Returns a formatter for amounts in the currency's smallest unit. That unit is not a hundredth in
 * every currency.
 */
function moneyIn(currency: string): (cents: number) => string {
  const digits = minorDigits(currency)
  return (cents) => `${(cents / 10 ** digits).toFixed(digits)} ${currency}`
}

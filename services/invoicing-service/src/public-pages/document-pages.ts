import {
  formatIban,
  getPublicEstimatePdf,
  getPublicInvoicePdf,
  invoiceTotals,
  type PublicEstimate,
  type PublicInvoice,
  paymentCodeText,
} from '@atrium/contracts'
import { type Html, html, type PublicPage, problemText, publicPath } from '@atrium/site-page/public'
import encodeQR from 'qr'
import { filled } from '../pdf/document-words.ts'
import { documentPageWords } from './document-page-words.ts'
import { formatPrice, type Owner } from './page-owner.ts'

const formatDay = ({ locale }: Owner, day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

const pdfLink = (owner: Owner, path: string, token: string): Html =>
  html`<p><a href="${path.replace('{token}', () => token)}">${documentPageWords[owner.language].pdf}</a></p>`

/** Renders an invoice for its customer, with what is due and how to pay. */
export function invoicePage(owner: Owner, token: string, invoice: PublicInvoice): PublicPage {
  const title = filled(documentPageWords[owner.language].invoice, { number: invoice.number ?? '' })
  return {
    title,
    description: '',
    path: publicPath(owner.slug, 'pay', token),
    isIndexed: false,
    content: html`<h1>${title}</h1>
<div class="card">${payPart(owner, invoice)}</div>
${documentPart(owner, invoice)}
${pdfLink(owner, getPublicInvoicePdf.path, token)}`,
  }
}

export interface EstimateMoment {
  readonly etag: string
  readonly problem?: string | undefined
  readonly typed?: { readonly name: string; readonly reason: string }
}

/** Renders an estimate for its customer, who accepts or declines it. */
export function estimatePage(
  owner: Owner,
  token: string,
  estimate: PublicEstimate,
  { etag, problem, typed }: EstimateMoment,
): PublicPage {
  const words = documentPageWords[owner.language]
  const { number, status, validUntil } = estimate
  const title = filled(words.estimate, { number: number ?? '' })
  const path = publicPath(owner.slug, 'estimates', token)
  // The version, so that nobody accepts another text than they have read.
  const version = html`<input type="hidden" name="version" value="${etag}">`
  const forms = html`${problemText(problem)}
<form method="post" action="${path}">
<p class="field"><label class="over" for="name">${words.yourName}</label><input id="name" name="name" autocomplete="name" maxlength="200" required dir="auto" value="${typed?.name}"></p>${version}
<button type="submit" class="button" name="do" value="accept">${words.accept}</button>
</form>
<details${typed !== undefined && typed.reason !== '' && html` open`}><summary>${words.decline}</summary>
<form method="post" action="${path}">${version}
<p class="field"><label class="over" for="reason">${words.reason}</label><textarea id="reason" name="reason" rows="3" maxlength="2000" dir="auto">
${typed?.reason}</textarea></p>
<button type="submit" class="button plain" name="do" value="decline">${words.decline}</button>
</form></details>`
  return {
    title,
    description: '',
    path,
    isIndexed: false,
    content: html`<h1>${title}</h1>
${status === 'sent' && validUntil !== null && html`<p class="quiet">${filled(words.validUntil, { date: formatDay(owner, validUntil) })}</p>`}
${documentPart(owner, estimate)}
${pdfLink(owner, getPublicEstimatePdf.path, token)}
<div class="card">${status === 'sent' ? forms : html`<p role="status"><strong><bdi>${describeDecision(owner, estimate)}</bdi></strong></p>`}</div>`,
  }
}

function describeDecision(
  { locale, language, settings }: Owner,
  { status, acceptedBy, acceptedAt, declinedAt }: PublicEstimate,
): string {
  const words = documentPageWords[language]
  const { timezone: timeZone } = settings
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  // An invoice may follow an acceptance, which says more to the customer.
  if (acceptedAt !== null) {
    const date = format.format(new Date(acceptedAt))
    return filled(words.accepted, { name: acceptedBy ?? '', date })
  }
  if (declinedAt !== null)
    return filled(words.declined, { date: format.format(new Date(declinedAt)) })
  return status === 'expired' ? words.expired : words.invoiced
}

type Fact = readonly [label: string, value: string | null]

const factList = (facts: readonly Fact[]): Html =>
  html`<dl class="facts">${facts.map(([label, value]) => value !== null && html`<dt>${label}</dt><dd dir="auto">${value}</dd>`)}</dl>`

/** Renders what is still to be paid and how, or why nothing is. */
function payPart(owner: Owner, invoice: PublicInvoice): Html {
  const words = documentPageWords[owner.language]
  const { status, amountDueCents, currency, dueOn, bank, paymentsHostedInvoiceUrl } = invoice
  if (status === 'void' || status === 'paid' || amountDueCents <= 0) {
    const text = status === 'void' || status === 'paid' ? words[status] : words.nothingDue
    return html`<p role="status"><strong>${text}</strong></p>`
  }
  const reference = invoice.paymentReference ?? invoice.number
  const account = bank && { iban: bank.iban, bic: bank.bic, holder: bank.name }
  const code = paymentCodeText({ account, reference }, { amountCents: amountDueCents, currency })
  const due = dueOn !== null && filled(words.due, { date: formatDay(owner, dueOn) })
  return html`<p class="quiet">${words.amountDue}<br><span class="price">${formatPrice(owner, amountDueCents, currency)}</span>${due && html`<br>${due}`}</p>
${paymentsHostedInvoiceUrl !== null && html`<p><a class="button" href="${paymentsHostedInvoiceUrl}" rel="noopener">${words.payOnline}</a></p>`}
${
  bank !== null &&
  html`<h2>${words.transfer}</h2>
${factList([
  [words.holder, bank.name],
  ['IBAN', formatIban(bank.iban)],
  ['BIC', bank.bic],
  [words.bank, bank.bankName],
  [words.reference, reference],
])}
${code !== null && html`<figure class="scan">${drawCode(code, words.scan)}<figcaption class="fine">${words.scan}</figcaption></figure>`}`
}`
}

/** Draws a code that fills in a bank transfer in a banking app. */
function drawCode(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return html`<svg class="qr" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges" role="img" aria-label="${label}"><path fill="#000" d="${path}"/></svg>`
}

/** Renders the lines, totals and texts of a document. */
function documentPart(owner: Owner, document: PublicInvoice | PublicEstimate): Html {
  const words = documentPageWords[owner.language]
  const { lineItems, currency, subtotalAmountCents, note, footer, vatReasons } = document
  const totals = invoiceTotals(lineItems, document.vatRateBps)
  const number = new Intl.NumberFormat(owner.locale, { maximumFractionDigits: 4 })
  const money = (cents: number) => formatPrice(owner, cents, currency)
  const percent = (bps: number) => `${number.format(bps / 100)} %`
  const text = (value: string | null) =>
    value !== null && html`<p class="text" dir="auto">${value}</p>`
  const line = (
    { description, quantity, unit, unitAmountCents, discountBps = 0 }: (typeof lineItems)[number],
    at: number,
  ) =>
    html`<li><span class="text" dir="auto">${description}</span><span class="fine"><bdi>${number.format(quantity)} ${unit} × ${money(unitAmountCents)}${discountBps > 0 && ` · ${words.discount} ${percent(discountBps)}`}</bdi></span><span>${money(totals.lines[at]?.netCents ?? 0)}</span></li>
`
  const unstated = subtotalAmountCents - totals.subtotalAmountCents
  const byRate = Map.groupBy(totals.rates, ({ vatRateBps }) => vatRateBps)
  // With one rate, the document's own amount counts, because it may come from the processor.
  const vat =
    byRate.size > 1
      ? [...byRate].map(
          ([bps, parts]) => [bps, parts.reduce((sum, { vatCents }) => sum + vatCents, 0)] as const,
        )
      : [[byRate.keys().next().value ?? document.vatRateBps, document.vatAmountCents] as const]
  const settled = 'paidCents' in document ? document : { creditedCents: 0, paidCents: 0 }
  const sums: ReadonlyArray<readonly [string, number | false]> = [
    [unstated < 0 ? words.discount : words.surcharge, unstated !== 0 && unstated],
    [words.net, subtotalAmountCents],
    ...vat.map(([bps, cents]) => [`${words.vat} ${percent(bps)}`, cents] as const),
    [words.total, document.totalAmountCents],
    [words.creditedAmount, settled.creditedCents > 0 && -settled.creditedCents],
    [words.paidAmount, settled.paidCents > 0 && -settled.paidCents],
  ]
  return html`<div class="card">${text(note)}
<ul class="lines">${lineItems.map(line)}</ul>
${factList(sums.flatMap(([label, cents]) => (cents === false ? [] : [[label, money(cents)] as const])))}
${vatReasons.map(text)}${text(footer)}</div>`
}

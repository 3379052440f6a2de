import type { WorkflowItem } from '@atrium/contracts'
import { isRecord, ownPath } from '../../engine/index.ts'

/** Characters. Only the start of a text is checked, because an invoice identifies itself there. */
const looked = 20_000
const shortText = 2_000

// Every repetition is bounded, so the matching time is linear in the text length.
const invoiceWord =
  /\b(?:invoice|invoices|bill|receipt|rechnung|facture|fattura|factura|factuur|fatura|faktura|quittung|re[cç]u|ricevuta|recibo)\b/i
const otherWord =
  /\b(?:quote|quotation|estimate|offer|devis|angebot|preventivo|presupuesto|offerte|newsletter|pro ?forma|delivery note|lieferschein|order confirmation|auftragsbest[aä]tigung)\b/i
const bulkWord = /\b(?:unsubscribe|abmelden|se d[eé]sabonner|d[eé]sinscrire|darse de baja)\b/i
const totalWord =
  /\b(?:total|amount due|balance due|gesamtbetrag|zu zahlen|rechnungsbetrag|montant|net [aà] payer|totale|importe|te betalen)\b/i
const taxWord = /\b(?:VAT|TVA|MwSt|USt|IVA|BTW|GST|TTC)\b|\b(?:tax id|numéro de tva|partita iva)\b/i
const numbered =
  /\b(?:invoice|rechnung|facture|fattura|factura|factuur|receipt)s?[ \t]{0,3}(?:no|nr|num|number|nummer|num[eé]ro|n°|#|id)?[ \t.:#°-]{0,4}([A-Z0-9][A-Z0-9/_-]{1,30})/gi
// Thousands may be grouped by separators or not.
const money =
  /(?:(€|\$|£|\b(?:EUR|USD|GBP|CHF)\b)[ \u00a0\u202f]{0,2}((?:\d{1,3}(?:[., \u00a0\u202f']\d{3}){1,4}|\d{1,12})(?:[.,]\d{2})?)(?!\d))|(?:(?<!\d)((?:\d{1,3}(?:[., \u00a0\u202f']\d{3}){1,4}|\d{1,12})[.,]\d{2})[ \u00a0\u202f]{0,2}(€|\$|£|(?:EUR|USD|GBP|CHF)\b))/g
const currencies: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' }

interface GateFile {
  name: string
  contentType: string
  text: string
}

export interface Gate {
  verdict: 'invoice' | 'rejected' | 'ambiguous'
  score: number
  signals: string[]
  invoice: {
    number: string | null
    totalAmountCents: number | null
    currency: string | null
    file: string | null
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, looked) : '')

function readFiles({ json }: WorkflowItem): GateFile[] {
  const listed = ownPath(json, ['attachments'])
  const files = Array.isArray(listed) ? listed.filter(isRecord).slice(0, 50) : []
  return files.map((file) => ({
    name: text(ownPath(file, ['name'])).slice(0, shortText),
    contentType: text(ownPath(file, ['contentType'])).slice(0, shortText),
    text: text(ownPath(file, ['text'])),
  }))
}

const isPaper = ({ name, contentType }: GateFile): boolean =>
  /^application\/(?:pdf|xml)$|^text\/xml$/.test(contentType) || /\.(?:pdf|xml)$/i.test(name)

function numberIn(texts: readonly string[]): string | null {
  for (const each of texts) {
    for (const [, number = ''] of each.matchAll(numbered)) if (/\d{2}/.test(number)) return number
  }
  return null
}

/**
 * Parses an amount into minor units. The last separator counts as the decimal point if two digits
 * follow.
 */
function parseCents(amount: string): number {
  const [, whole = '', part = '00'] = /^(.*?)(?:[.,](\d{2}))?$/.exec(amount) ?? []
  return Number(whole.replaceAll(/\D/g, '')) * 100 + Number(part)
}

function totalIn(texts: readonly string[]): { cents: number; currency: string } | undefined {
  let largest: { cents: number; currency: string } | undefined
  for (const each of texts) {
    for (const [, before, first, second, after] of each.matchAll(money)) {
      const mark = before ?? after ?? ''
      const cents = parseCents(first ?? second ?? '')
      if (largest === undefined || cents > largest.cents)
        largest = { cents, currency: currencies[mark] ?? mark }
    }
  }
  return largest
}

const certain = 6
const hopeless = 2

/** Judges by words, names and figures whether a message or a file is an invoice. Asks no model. */
export function invoiceGate(item: WorkflowItem): Gate {
  const title = text(ownPath(item.json, ['title'])).slice(0, shortText)
  const body = text(ownPath(item.json, ['rawContent']))
  const all = readFiles(item)
  const own: GateFile = {
    name: title,
    contentType: text(ownPath(item.json, ['contentType'])),
    text: body,
  }
  const papers = [...all, ...(isPaper(own) ? [own] : [])].filter(isPaper)
  const named = papers.find((file) => invoiceWord.test(file.name.replaceAll(/[_-]/g, ' ')))
  const written = papers.find((file) => invoiceWord.test(file.text.slice(0, shortText)))
  const texts = [...papers.map((file) => file.text), body]
  const number = numberIn([title, ...texts, ...papers.map(({ name }) => name)])
  const total = totalIn(texts)
  const found: [weight: number, signal: string, holds: boolean][] = [
    [3, 'a file named as an invoice', named !== undefined],
    [3, 'a file that calls itself an invoice', written !== undefined],
    [2, 'a title that names an invoice', invoiceWord.test(title)],
    [2, 'the number of an invoice', number !== null],
    [1, 'a text that names an invoice', invoiceWord.test(body)],
    [1, 'an amount of money', total !== undefined],
    [1, 'a total', texts.some((each) => totalWord.test(each))],
    [1, 'a tax', texts.some((each) => taxWord.test(each))],
    [-3, 'a title of another kind of paper', otherWord.test(title)],
    [-2, 'mail to many', bulkWord.test(body) && papers.length === 0],
  ]
  const signals = found.filter(([, , holds]) => holds)
  const score = signals.reduce((sum, [weight]) => sum + weight, 0)
  const verdict =
    score >= certain && papers.length > 0 ? 'invoice' : score <= hopeless ? 'rejected' : 'ambiguous'
  return {
    verdict,
    score,
    signals: signals.map(([, signal]) => signal),
    invoice: {
      number,
      totalAmountCents: total?.cents ?? null,
      currency: total?.currency ?? null,
      file: (named ?? written ?? papers[0])?.name ?? null,
    },
  }
}

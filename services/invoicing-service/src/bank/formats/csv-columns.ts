import type { StatementMapping } from '@atrium/contracts'

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Headings used by banks, the best first. The pattern runs over a folded heading. */
const headingPatterns: ReadonlyArray<readonly [keyof StatementMapping, readonly RegExp[]]> = [
  [
    'bookedOn',
    [
      /^(?:buchungstag|buchungsdatum|booking date|date comptable|fecha operacion|fecha contable|data contabile|boekdatum|boekingsdatum|bokforingsdag|bogforingsdato|kirjauspaiva)$/,
      /^(?:buchung|transaction date|date operation|date de l operation|date op|fecha|data operazione|datum|date|data|completed date|started date|posting date|posted date|transactiedatum|rentedatum)$/,
      /^(?:created on|finished on|date completed utc|date utc|valuta|wertstellung|valutadatum|value date|date de valeur|date valeur)$/,
    ],
  ],
  [
    'amount',
    [
      /^(?:betrag|betrag eur|betrag in eur|betrag chf|amount|amount eur|amount gbp|montant|importe|importo|bedrag|belopp|belob|summa|umsatz|kwota|bedrag eur)$/,
      /^(?:credit|credit amount|gutschrift|gutschrift in chf|haben|money in|paid in|haber|ingresos|accrediti|entrate|bij|montant credit|credit euros?|credit in chf)$/,
      /^(?:betrag|amount|montant|importe|importo)(?: .*)?$/,
      /^target amount after fees$/,
    ],
  ],
  [
    'debit',
    [
      /^(?:debit|debit amount|lastschrift|lastschrift in chf|belastung|soll|money out|paid out|debe|gastos|addebiti|uscite|montant debit|debit euros?|debit in chf)$/,
    ],
  ],
  [
    'direction',
    [
      /^(?:af bij|debit credit|soll haben|s h|kennzeichen|credit debit|cr dr|direction|debet credit)$/,
    ],
  ],
  ['currency', [/^(?:wahrung|waehrung|currency|devise|divisa|valuta code|munt|muntsoort|valuta)$/]],
  [
    'counterparty',
    [
      /^(?:beguns?tigter zahlungspflichtiger|beguenstigter zahlungspflichtiger|name zahlungsbeteiligter|auftraggeber empfanger|auftraggeber beguns?tigter|auftraggeber|zahlungspflichtige r?|zahlungspflichtiger?|partner name|naam tegenpartij|counterparty|counter party|counterparty name|payee|payer|beneficiaire|tegenrekening naam|naam tegenrekening|partnername)$/,
      /^(?:name|empfanger|nom|nombre|ordinante|beneficiario|naam|naam omschrijving|description|libelle|payment ref|merchant|to|from|maksaja|betalare)$/,
    ],
  ],
  [
    'iban',
    [
      /^(?:kontonummer iban|iban zahlungsbeteiligter|partner iban|account number|counterparty iban|counterparty account|tegenrekening|tegenrekening iban bban|iban|iban gegenkonto|kontonummer|compte contrepartie|rekening tegenpartij|konto nr gegenkonto)$/,
    ],
  ],
  [
    'reference',
    [
      /^(?:verwendungszweck|payment reference|reference|remittance information|mededelingen|mededeling|omschrijving|communication|communications?|vrije mededeling|libelle complementaire|motif|concepto|causale|memo|mitteilung|zahlungsreferenz|details|viesti|meddelande|omschrijving 1)$/,
      /^(?:buchungstext|beschreibung|text|description|libelle|descripcion|descrizione|narrative|transaction description|buchungsdetails|beschreibung1|notification text|avisierungstext|label)$/,
    ],
  ],
]

/** Guesses the columns from a file's headings. Each heading is used once. */
export function guessMapping(headings: readonly string[]): Partial<StatementMapping> {
  const mapping: Partial<Record<keyof StatementMapping, string>> = {}
  const taken = new Set<string>()
  const folded = headings.map((heading) => [heading, fold(heading.slice(0, 200))] as const)
  for (const [field, patterns] of headingPatterns) {
    for (const pattern of patterns) {
      const found = folded.find(([heading, text]) => !taken.has(heading) && pattern.test(text))
      if (found === undefined) continue
      mapping[field] = found[0]
      taken.add(found[0])
      break
    }
  }
  return mapping as Partial<StatementMapping>
}

/** Returns a column's position by its heading, without regard to case and spaces, or -1. */
export function findColumn(headings: readonly string[], heading: string | undefined): number {
  if (heading === undefined) return -1
  const exact = headings.indexOf(heading)
  return exact === -1 ? headings.findIndex((each) => fold(each) === fold(heading)) : exact
}

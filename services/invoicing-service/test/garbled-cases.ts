import type { StatementRow } from '../src/bank/formats/statement-row.ts'
import type { OpenInvoice } from '../src/bank/matching/open-invoices.ts'
import { createTransactionReader, toBooking } from '../src/bank/transaction.ts'
import type { BankCase } from './bank-cases.ts'
import { blot, camt, named, numbered, type Payment, plain } from './garbled-bookings.ts'

const names = [
  'Bäckerei Grünwald GmbH',
  'Müller & Söhne OHG',
  'Café Königsblau',
  'Tischlerei Weißenfels KG',
  'Großhandel Öztürk GmbH & Co. KG',
  'Hafenkontor Lübeck AG',
  'Dr. Annegret Schäfer',
  'Fahrradladen Speiche e.K.',
  'Jürgen Kühnemann Elektrotechnik',
  'Steuerkanzlei Brandstätter PartG mbB',
  'Boulangerie Lefèvre SARL',
  'Société Générale des Vignes SAS',
  'Garage Desrosiers',
  'Van den Berg Bloemen B.V.',
  'Jansen Scheepsbouw B.V.',
  'Fietsenwinkel De Trapper',
  'Panadería Núñez S.L.',
  'Ferretería Castaño S.L.U.',
  'Officina Meccanica Bortolotti S.r.l.',
  'Studio Legale Pellegrini',
  'Harbour Sails Ltd',
  'Thistledown Interiors LLP',
  'Kjærgaard Møbler ApS',
  'Łukasz Wójcik Transport',
  'Ingenieurbüro Hohenstein & Partner',
  'Landschaftsbau Riedmüller GmbH',
  'Praxis für Physiotherapie Nordlicht',
  'Weingut Sonnenhang',
  'Druckerei Farbenfroh UG',
  'Kindertagesstätte Regenbogen e.V.',
]

const prices = [9_900, 11_900, 14_900, 23_800, 35_700, 119_000, 11_900]
const people = 'Petra Vogt,Hans-Peter Lorenz,M. Dubois,S. Okafor,Anna Lindqvist,J. de Vries'.split(
  ',',
)

/**
 * Creates transactions in the form in which banks cut and garble what payers write, read by the
 * readers of the formats. Many pay nothing or not what is due.
 */
export function createGarbledCases() {
  const invoices: OpenInvoice[] = []
  const cases: BankCase[] = []
  const toTransaction = createTransactionReader(() => '', 'EUR')
  let turn = 0
  const issue = (dueCents?: number, customer = turn % names.length): OpenInvoice => {
    turn += 7
    const n = invoices.length + 118
    const invoice = {
      id: `inv_${n}`,
      number: `INV-2026-${String(n).padStart(6, '0')}`,
      customerId: `cus_${customer}`,
      customerName: names[customer] ?? '',
      // Half of them owe an amount of the price list.
      dueCents: dueCents ?? (n % 2 === 0 ? prices[n % 7] : 8_000 + ((n * 7_919) % 190_000)) ?? 0,
      currency: 'EUR',
    }
    invoices.push(invoice)
    return invoice
  }
  const add = (kind: string, row: StatementRow, ...pays: OpenInvoice[]) => {
    const booking = toBooking(toTransaction(row))
    cases.push({ kind, booking, pays: pays.map(({ id }) => id) })
  }
  const repeat = (times: number, run: (n: number, invoice: OpenInvoice) => void) => {
    for (let n = 0; n < times; n += 1) run(n, issue())
  }
  const short = ({ number }: OpenInvoice): string => String(Number(number.slice(-6)))
  const pay = (invoice: OpenInvoice, text: string, more: Partial<Payment> = {}): Payment => ({
    cents: invoice.dueCents,
    name: invoice.customerName,
    text,
    ...more,
  })

  repeat(12, (n, invoice) => {
    // The cut goes through the number.
    const text = `SVWZ+${'Rechnungsbetrag vom 12.11.'.slice(0, 8 + n)} ${invoice.number} Danke`
    add('number over two lines', numbered(pay(invoice, text), { isTrimmed: n % 2 === 0 }), invoice)
  })
  repeat(8, (n, invoice) => {
    const text = `EREF+${n % 2 === 0 ? invoice.number : `RE${invoice.number.slice(4)}`}SVWZ+Vielen Dank`
    add('number in EREF', numbered(pay(invoice, text)), invoice)
  })
  repeat(6, (_, invoice) =>
    add(
      'plain lines',
      plain(pay(invoice, `KD-NR 10023 RG ${invoice.number} V. 03.11.26`)),
      invoice,
    ),
  )
  repeat(5, (_, invoice) =>
    add(
      'named parts',
      named(pay(invoice, `Factuur ${invoice.number}`, { iban: 'NL32INGB0000012345' })),
      invoice,
    ),
  )
  repeat(5, (_, invoice) =>
    add(
      'lines of 35 signs',
      camt(pay(invoice, `Unsere Kundennummer 4711, Ihre ${invoice.number}`), 35),
      invoice,
    ),
  )
  repeat(8, (_, invoice) =>
    add(
      'umlauts spelled, no number',
      numbered(pay(invoice, 'SVWZ+Miete und Nebenkosten')),
      invoice,
    ),
  )
  repeat(6, (_, invoice) =>
    add(
      'umlauts blotted, no number',
      numbered(pay(invoice, 'SVWZ+Danke'), { write: blot }),
      invoice,
    ),
  )
  repeat(8, (n, invoice) => {
    const second = issue(undefined, Number(invoice.customerId.slice(4)))
    const text = [
      `SVWZ+${invoice.number}, ${second.number}`,
      `SVWZ+RG ${invoice.number} UND ${short(second)}`,
      `SVWZ+Rechnungen ${short(invoice)}/${short(second)} vom Oktober`,
      'SVWZ+Sammelüberweisung laut Avis',
    ][n % 4]
    const cents = invoice.dueCents + second.dueCents
    add('several invoices', numbered(pay(invoice, text ?? '', { cents })), invoice, second)
  })
  repeat(9, (n, invoice) => {
    const percent = n % 3 === 2 ? 3 : 2
    const cents = Math.round((invoice.dueCents * (100 - percent)) / 100)
    const text = `SVWZ+${invoice.number} abzgl. ${percent}% Skonto`
    add('early payment discount', numbered(pay(invoice, text, { cents })), invoice)
  })
  repeat(4, (_, invoice) => {
    const cents = Math.round(invoice.dueCents * 0.98)
    add('discount without a number', numbered(pay(invoice, 'SVWZ+Skonto', { cents })), invoice)
  })
  repeat(8, (n, invoice) =>
    add(
      'paid by a person',
      numbered(pay(invoice, `SVWZ+Rechnung ${invoice.number}`, { name: people[n % 6] ?? '' })),
      invoice,
    ),
  )
  repeat(5, (n, invoice) => {
    // Nobody can tell if the wrong number is that of another invoice with the same amount.
    const wrong = invoice.number.replace(/(\d)(\d)$/, '$1$2$2')
    const name = people[n % 6] ?? ''
    add(
      'paid by a person with a typing error',
      camt(pay(invoice, `Re. ${wrong}`, { name })),
      invoice,
    )
  })
  repeat(8, (n, invoice) =>
    add(
      'name cut or in another form',
      numbered(
        pay(invoice, 'SVWZ+Ihre Leistung im November', {
          name:
            n % 2 === 0
              ? invoice.customerName.slice(0, 15)
              : `Fa. ${invoice.customerName} Filiale 2`,
        }),
      ),
      invoice,
    ),
  )
  repeat(12, (n, invoice) => {
    const letters = [...invoice.customerName]
    const at = 2 + (n % 5)
    const [one = '', two = ''] = [letters[at], letters[at + 1]]
    if (n % 3 === 0) letters.splice(at, 2, two, one)
    else if (n % 3 === 1) letters.splice(at, 1)
    else letters.splice(at, 0, one)
    add(
      'typing error in the name',
      camt(pay(invoice, 'Danke', { name: letters.join('') })),
      invoice,
    )
  })
  repeat(4, (_, invoice) =>
    add(
      'payment service',
      camt(pay(invoice, `PP.4711.PP . ${invoice.number}, Ihr Einkauf`, { name: 'PayPal Europe' })),
      invoice,
    ),
  )
  repeat(5, (_, invoice) =>
    add('letters for digits', camt(pay(invoice, invoice.number.replaceAll('0', 'O'))), invoice),
  )
  repeat(4, (_, invoice) => {
    const text = `${'Zahlung gemäß Vertrag und Rahmenvereinbarung '.repeat(3).slice(0, 128)} ${invoice.number}`
    add('text cut in the number', camt(pay(invoice, text)), invoice)
  })
  repeat(5, (_, invoice) =>
    add(
      'a part',
      numbered(
        pay(invoice, `SVWZ+1. Rate ${invoice.number}`, { cents: Math.floor(invoice.dueCents / 2) }),
      ),
      invoice,
    ),
  )
  repeat(4, (_, invoice) =>
    add('short number and date', plain(pay(invoice, `RNR ${short(invoice)} V 12.11.26`)), invoice),
  )
  repeat(4, (_, invoice) => {
    // A paid invoice of the last year, of the same customer and amount.
    add('last year', numbered(pay(invoice, `SVWZ+${invoice.number.replace('2026', '2025')}`)))
  })
  const [other] = invoices
  const nothing = [
    'Erstattung Umsatzsteuer 2026',
    'Abrechnung Kartenumsatz Terminal 000119 vom 20.11.2026',
    'Gutschrift Nr 000121',
    'Bestellung 2026-000123 storniert',
    'Kaution Mietvertrag 118/2026',
    'Zinsen 118,00 EUR 2026',
    'Angebot EST-2026-000124',
    'Versicherung Schaden-Nr 2026 000125 7',
    'Mitgliedsbeitrag 119',
    'Ref 26112026000126',
  ]
  for (const [n, text] of nothing.entries()) {
    const amounts = invoices.filter(({ number }) => text.includes(number.slice(-6)))
    const cents = amounts[0]?.dueCents ?? other?.dueCents ?? 0
    const payment = {
      cents: n % 5 === 4 ? -cents : cents,
      name: 'Finanzverwaltung Nord',
      text: `SVWZ+${text}`,
    }
    add('pays nothing', n % 2 === 0 ? numbered(payment) : camt({ ...payment, text }))
  }
  return { invoices, cases }
}

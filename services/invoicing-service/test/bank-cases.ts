import type { Booking, OpenInvoice } from '../src/bank/matching/open-invoices.ts'
import { paymentReference } from '../src/invoices/payment-reference.ts'

/** A transaction with the invoices that it truly pays. Empty if it pays none. */
export interface BankCase {
  kind: string
  booking: Booking
  pays: readonly string[]
}

/** Returns the same numbers from 0 to 1 in each run (a linear congruential generator). */
function createChance(): () => number {
  let state = 20_261_129
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const firsts =
  'Harbour Linden Atlas Nordic Sunrise Granite Willow Copper Meadow Falcon Cedar Summit'.split(' ')
const seconds =
  'Bakery Brewing Logistics Design Studio Carpentry Optics Gardens Travel Printing'.split(' ')
const forms = ['GmbH', 'Ltd', 'SARL', 'B.V.', 'AG', '& Co. KG']
// Subscriptions: many customers owe the same amount.
const common = [4_900, 9_900, 19_900]

const iban = (n: number): string =>
  `DE${String(10 + (n % 89))}50010517${String(n).padStart(10, '0')}`

/**
 * Creates 500 transactions against open invoices of 120 customers: clean numbers in many spellings,
 * typing errors, missing numbers, sums, fees, parts, and money that pays nothing.
 */
export function createBankCases() {
  const chance = createChance()
  const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T
  const customers = Array.from({ length: 120 }, (_, n) => ({
    id: `cus_${n}`,
    name: `${firsts[n % 12]} ${seconds[Math.floor(n / 12)]} ${forms[n % 6]}`,
    iban: iban(n),
  }))
  const invoices: OpenInvoice[] = []
  const issue = (n: number, dueCents: number): OpenInvoice => {
    const invoice = {
      id: `inv_${invoices.length + 1}`,
      number: `INV-2026-${String(invoices.length + 1).padStart(6, '0')}`,
      customerId: customers[n]?.id ?? '',
      customerName: customers[n]?.name ?? '',
      dueCents,
      currency: 'EUR',
    }
    invoices.push(invoice)
    return invoice
  }
  const price = () => (chance() < 0.3 ? pick(common) : 5_000 + Math.floor(chance() * 400_000))
  const cases: BankCase[] = []
  const payer = ({ customerId }: OpenInvoice) =>
    customers[Number(customerId.slice('cus_'.length))] ?? { name: '', iban: '' }
  const add = (kind: string, pays: readonly OpenInvoice[], more: Partial<Booking>) => {
    const [first] = pays
    const { name = null, iban: account = null } = first === undefined ? {} : payer(first)
    cases.push({
      kind,
      pays: pays.map(({ id }) => id),
      booking: {
        amountCents: pays.reduce((sum, { dueCents }) => sum + dueCents, 0),
        currency: 'EUR',
        counterparty: name,
        iban: account,
        reference: null,
        ...more,
      },
    })
  }
  const repeat = (times: number, run: (n: number) => void) => {
    for (let n = 0; n < times; n += 1) run(n)
  }
  const any = () => Math.floor(chance() * customers.length)
  const single = () => issue(any(), price())
  const sequence = ({ number }: OpenInvoice): string => String(Number(number.slice(-6)))

  const spellings: ReadonlyArray<(invoice: OpenInvoice) => string> = [
    ({ number }) => number,
    ({ number }) => `Payment of ${number.toLowerCase()} thank you`,
    ({ number }) => number.replaceAll('-', ' '),
    ({ number }) => number.replaceAll('-', ''),
    ({ number }) => `Rechnung ${number.slice(4)} vom 12.11.2026`,
    (invoice) => `INV-2026-${sequence(invoice)}`,
    ({ number }) => `RG.NR. ${number.slice(0, 10)} ${number.slice(10)} KD 4711`,
    ({ number }) => paymentReference(number) ?? '',
    ({ number }) => (paymentReference(number) ?? '').replace(/(.{4})/g, '$1 '),
    ({ number }) => `Facture no ${number.slice(-6)}`,
  ]
  repeat(210, (n) => {
    const invoice = single()
    const other = n % 9 === 0 ? { counterparty: 'Holding of Somebody', iban: null } : {}
    add('number', [invoice], {
      reference: (spellings[n % spellings.length] ?? String)(invoice),
      ...other,
    })
  })
  repeat(50, (n) => {
    const invoice = single()
    const digits = invoice.number.split('')
    const at = digits.length - 1 - (n % 3)
    if (n % 2 === 0) digits[at] = String((Number(digits[at]) + 4) % 10)
    else [digits[at - 1], digits[at]] = [digits[at] ?? '', digits[at - 1] ?? '']
    add('typing error', [invoice], { reference: `Invoice ${digits.join('')}` })
  })
  repeat(20, () => {
    // The typing error hits another customer's open invoice of the same amount.
    const n = any()
    const [own, theirs] = [issue(n, 9_900), issue((n + 7) % 120, 9_900)]
    add('number of another customer', [own], { reference: theirs.number })
  })
  repeat(60, (n) => {
    const invoice = single()
    add('name only', [invoice], {
      iban: null,
      reference: pick(['Thank you', 'Rechnung November', 'Invoice 10/2026', '']) || null,
      counterparty: (n % 2 === 0 ? invoice.customerName.toUpperCase() : invoice.customerName).slice(
        0,
        27,
      ),
    })
  })
  repeat(30, () =>
    add('account only', [single()], { counterparty: 'M. MUSTER', reference: 'Miete' }),
  )
  repeat(30, () => {
    const n = any()
    const two = [
      issue(n, 5_000 + Math.floor(chance() * 90_000)),
      issue(n, 5_000 + Math.floor(chance() * 90_000)),
    ]
    add('sum with numbers', two, { reference: two.map(({ number }) => number).join(' + ') })
  })
  repeat(25, () => {
    const n = any()
    const several = Array.from({ length: 2 + Math.floor(chance() * 2) }, () =>
      issue(n, 5_000 + Math.floor(chance() * 90_000)),
    )
    add('sum without numbers', several, { reference: 'Sammelzahlung' })
  })
  repeat(20, () => {
    const invoice = issue(any(), 80_000 + Math.floor(chance() * 90_000))
    add('less fees', [invoice], {
      reference: `/INV/${invoice.number.slice(4)}`,
      amountCents: invoice.dueCents - 1_500,
    })
  })
  repeat(15, () => {
    const invoice = issue(any(), 80_000 + Math.floor(chance() * 90_000))
    add('part', [invoice], {
      reference: `First half of ${invoice.number}`,
      amountCents: Math.floor(invoice.dueCents / 2),
    })
  })
  repeat(40, (n) =>
    add('pays nothing', [], {
      amountCents: n % 2 === 0 ? pick(common) : -pick(common),
      counterparty: pick(['Finanzamt', 'Energy Supplier', 'Insurance']),
      reference: pick(['Refund 2026', 'Order 998123', 'Customer 12, contract 34', '7 items']),
      iban: iban(9_000 + n),
    }),
  )
  // Half of the customers paid from their account before.
  const known = new Map(
    customers.filter((_, n) => n % 2 === 0).map((each) => [each.iban, new Set([each.id])] as const),
  )
  return { invoices, known, cases }
}

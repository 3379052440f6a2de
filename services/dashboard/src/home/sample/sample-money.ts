/** The ending of a business name. The payment stand-in connects such a business without a user. */
export const sampleEnd = '(sample)'

export const seller = {
  name: `Harbour Bakery ${sampleEnd}`,
  line1: '4 Quai de la Pêcherie',
  city: 'Lyon',
  postalCode: '69001',
  country: 'FR',
  taxId: 'FR40987654321',
  registration: 'SIREN 987 654 321',
  iban: 'FR7630006000011234567890189',
}

const places = [
  ['Café Lumière', 'accounts@lumiere.example', 'Lyon', 'FR'],
  ['Hotel Beaurivage', 'invoices@beaurivage.example', 'Annecy', 'FR'],
  ['Millside School', 'office@millside.example', 'Leeds', 'GB'],
  ['Kantine am Hafen', 'buchhaltung@kantine.example', 'Hamburg', 'DE'],
  ['Winter Events', 'orders@winter-events.example', 'Lyon', 'FR'],
  // The payment stand-in writes off each invoice sent to this address.
  ['Pier 9 Bistro', 'insolvent@pier9.example', 'Marseille', 'FR'],
] as const

export const customers = places.map(([name, email, billingCity, billingCountry]) => ({
  name,
  email,
  billingCity,
  billingCountry,
}))

/**
 * An invoice's outcome. Half of a credited invoice is credited. A transaction of the bank statement
 * pays a banked one.
 */
type Fate = 'draft' | 'open' | 'overdue' | 'paid' | 'void' | 'credited' | 'writtenOff' | 'banked'

/**
 * An invoice to the customer at a position in the list. `dueIn` is the number of days until the
 * invoice is due.
 */
export type SampleInvoice = readonly [
  customer: number,
  fate: Fate,
  dueIn: number,
  vatRateBps: number,
  ...lines: readonly (readonly [description: string, quantity: number, unitAmountCents: number])[],
]

const bread = 550

export const invoices: readonly SampleInvoice[] = [
  [0, 'paid', 14, bread, ['Croissants', 240, 110]],
  [1, 'paid', 30, bread, ['Breakfast rolls', 900, 45], ['Delivery', 12, 900]],
  [2, 'paid', 30, 0, ['School lunch bread', 60, 280]],
  [3, 'open', 21, bread, ['Rye bread', 80, 420], ['Pretzels', 150, 95]],
  [1, 'open', 30, 2_000, ['Baking course for the team', 1, 48_000]],
  [4, 'overdue', -12, bread, ['Wedding cake', 1, 26_500]],
  [0, 'void', 14, bread, ['Croissants, ordered twice', 240, 110]],
  [0, 'credited', 20, bread, ['Tarts, half of them late', 40, 650]],
  [5, 'writtenOff', 7, bread, ['Baguettes', 300, 95]],
  [0, 'banked', 10, bread, ['Sandwich rolls', 180, 60]],
  [2, 'draft', 30, 0, ['School lunch bread', 66, 280]],
  [3, 'draft', 21, bread, ['Rye bread', 80, 420]],
]

export const courseProduct = {
  name: 'Baking course',
  description: 'Three hours at the oven, with breakfast. Each guest takes a loaf home.',
  priceCents: 6_500,
  billingModel: 'one_off',
} as const

export const deliveryProduct = {
  name: 'Bread delivery',
  description: 'Fresh bread at your door, six days a week.',
  priceCents: 19_000,
  billingModel: 'recurring',
  interval: 'month',
} as const

export const furtherProducts = [
  {
    name: 'Wedding cake',
    description: 'Tell us the day, the number of guests and what you like.',
    billingModel: 'custom_quote',
  },
  {
    name: 'Breakfast box',
    description: 'Rolls, butter and jam for two.',
    priceCents: 1_450,
    billingModel: 'one_off',
  },
] as const

/** The customer by position, and the number of days until the next invoice. */
export const subscriptions = [
  [1, 5],
  [0, 12],
  [2, 20],
] as const

type EstimateFate = 'draft' | 'sent' | 'accepted' | 'declined'

export type SampleEstimate = readonly [
  customer: number,
  fate: EstimateFate,
  ...line: readonly [description: string, quantity: number, unitAmountCents: number],
]

export const estimates: readonly SampleEstimate[] = [
  [4, 'accepted', 'Cake and pastries for a summer party', 1, 84_000],
  [1, 'sent', 'Breakfast for a conference, 80 guests', 80, 950],
  [3, 'declined', 'Lunch rolls for a season', 2_400, 70],
  [2, 'draft', 'Baking day for two classes', 2, 32_000],
]

/** A transaction: the days since its booking, the other side, the text and the cents. */
type Transaction = readonly [daysAgo: number, name: string, text: string, cents: number]

const transactions: readonly Transaction[] = [
  [2, 'Hotel Beaurivage', 'Baking course for the team', 57_600],
  [3, 'Moulin du Sud', 'Flour for the month', -31_240],
  [4, 'Pier 9 Bistro', 'Deposit for catering', 12_000],
  [6, 'Quayside Energy', 'Electricity', -42_815],
]

export const statementMapping = {
  bookedOn: 'Date',
  amount: 'Amount',
  currency: 'Currency',
  counterparty: 'Name',
  reference: 'Text',
}

/** Returns a bank statement as CSV. One transaction pays the invoice with this number. */
export function writeStatement(now: number, invoice: { number: string; cents: number }): string {
  const paid: Transaction = [1, 'Café Lumière', `Invoice ${invoice.number}`, invoice.cents]
  const lines = [paid, ...transactions].map(([daysAgo, name, text, cents]) => {
    const day = new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const date = day.split('-').toReversed().join('.')
    return [date, name, text, (cents / 100).toFixed(2).replace('.', ','), 'EUR'].join(';')
  })
  return `${['Date;Name;Text;Amount;Currency', ...lines].join('\n')}\n`
}

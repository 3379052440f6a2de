/** The end of a name of a business that the payment stand-in connects without a person. */
export const sampleEnd = '(sample)'

export const seller = {
  name: `Harbour Bakery ${sampleEnd}`,
  ...{ line1: '4 Quai de la Pêcherie', city: 'Lyon', postalCode: '69001', country: 'FR' },
}

export const customers = [
  { name: 'Café Lumière', email: 'accounts@lumiere.example', billingCity: 'Lyon', billingCountry: 'FR' },
  {
    name: 'Hotel Beaurivage',
    email: 'invoices@beaurivage.example',
    billingCity: 'Annecy',
    billingCountry: 'FR',
  },
  { name: 'Millside School', email: 'office@millside.example', billingCity: 'Leeds', billingCountry: 'GB' },
  {
    name: 'Kantine am Hafen',
    email: 'buchhaltung@kantine.example',
    billingCity: 'Hamburg',
    billingCountry: 'DE',
  },
  { name: 'Ada Winter', email: 'ada.winter@example.com', billingCity: 'Lyon', billingCountry: 'FR' },
  // The payment stand-in writes off what is mailed to this address.
  { name: 'Pier 9 Bistro', email: 'insolvent@pier9.example', billingCity: 'Marseille', billingCountry: 'FR' },
] as const

/** What becomes of an invoice; half of a credited one is taken off. */
export type Fate = 'draft' | 'open' | 'overdue' | 'paid' | 'void' | 'credited' | 'writtenOff'

/** An invoice to one of the customers, by its place. */
export interface SampleInvoice {
  readonly customer: number
  readonly fate: Fate
  /** Days until it is due. */
  readonly dueIn: number
  readonly vatRateBps: number
  readonly lines: readonly (readonly [description: string, quantity: number, unitAmountCents: number])[]
}

const bread = 550

export const invoices: readonly SampleInvoice[] = [
  { customer: 0, fate: 'paid', dueIn: 14, vatRateBps: bread, lines: [['Croissants', 240, 110]] },
  {
    customer: 1,
    fate: 'paid',
    dueIn: 30,
    vatRateBps: bread,
    lines: [
      ['Breakfast rolls', 900, 45],
      ['Delivery', 12, 900],
    ],
  },
  { customer: 2, fate: 'paid', dueIn: 30, vatRateBps: 0, lines: [['School lunch bread', 60, 280]] },
  {
    customer: 3,
    fate: 'open',
    dueIn: 21,
    vatRateBps: bread,
    lines: [
      ['Rye bread', 80, 420],
      ['Pretzels', 150, 95],
    ],
  },
  {
    customer: 1,
    fate: 'open',
    dueIn: 30,
    vatRateBps: 2_000,
    lines: [['Baking course for the team', 1, 48_000]],
  },
  { customer: 4, fate: 'overdue', dueIn: -12, vatRateBps: bread, lines: [['Wedding cake', 1, 26_500]] },
  {
    customer: 0,
    fate: 'void',
    dueIn: 14,
    vatRateBps: bread,
    lines: [['Croissants, ordered twice', 240, 110]],
  },
  {
    customer: 0,
    fate: 'credited',
    dueIn: 20,
    vatRateBps: bread,
    lines: [['Tarts, half of them late', 40, 650]],
  },
  { customer: 5, fate: 'writtenOff', dueIn: 7, vatRateBps: bread, lines: [['Baguettes', 300, 95]] },
  { customer: 2, fate: 'draft', dueIn: 30, vatRateBps: 0, lines: [['School lunch bread', 66, 280]] },
  { customer: 3, fate: 'draft', dueIn: 21, vatRateBps: bread, lines: [['Rye bread', 80, 420]] },
]

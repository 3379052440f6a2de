/** The ending of a business name. The payment stand-in connects such a business without a user. */
export const sampleEnd = '(sample)'

export const seller = {
  name: `Harbour Bakery ${sampleEnd}`,
  line1: '4 Quai de la Pêcherie',
  city: 'Lyon',
  postalCode: '69001',
  country: 'FR',
}

const places = [
  ['Café Lumière', 'accounts@lumiere.example', 'Lyon', 'FR'],
  ['Hotel Beaurivage', 'invoices@beaurivage.example', 'Annecy', 'FR'],
  ['Millside School', 'office@millside.example', 'Leeds', 'GB'],
  ['Kantine am Hafen', 'buchhaltung@kantine.example', 'Hamburg', 'DE'],
  ['Ada Winter', 'ada.winter@example.com', 'Lyon', 'FR'],
  // The payment stand-in writes off each invoice sent to this address.
  ['Pier 9 Bistro', 'insolvent@pier9.example', 'Marseille', 'FR'],
] as const

export const customers = places.map(([name, email, billingCity, billingCountry]) => ({
  name,
  email,
  billingCity,
  billingCountry,
}))

/** An invoice's outcome. Half of a credited invoice is credited. */
type Fate = 'draft' | 'open' | 'overdue' | 'paid' | 'void' | 'credited' | 'writtenOff'

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
  [2, 'draft', 30, 0, ['School lunch bread', 66, 280]],
  [3, 'draft', 21, bread, ['Rye bread', 80, 420]],
]

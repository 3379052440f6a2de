import { type ExampleStep, from, one } from './example-step.ts'

const statement = `Buchungstag;Name;IBAN;Verwendungszweck;Betrag;Währung
20.02.2026;Café du Port;FR7630006000011234567890189;Acompte;50,00;EUR
21.02.2026;Minoterie du Sud;FR1420041010050500013M02606;Farine;-312,40;EUR
`

/** A bank statement, and an invoice partly paid by a transaction. */
export const bankSteps: readonly ExampleStep[] = [
  {
    operation: 'createInvoice',
    name: 'banked',
    body: {
      customerId: from('createCustomer.id'),
      lineItems: [{ description: 'Wedding cake', quantity: 1, unitAmountCents: 24_000 }],
      vatRateBps: 550,
    },
  },
  { operation: 'finalizeInvoice', ...one('banked') },
  {
    operation: 'importStatement',
    form: {
      file: new File([statement], 'february.csv', { type: 'text/csv' }),
      mapping: JSON.stringify({
        bookedOn: 'Buchungstag',
        amount: 'Betrag',
        currency: 'Währung',
        counterparty: 'Name',
        iban: 'IBAN',
        reference: 'Verwendungszweck',
      }),
    },
  },
  { operation: 'listBankTransactions' },
  { operation: 'matchTransaction' },
  { operation: 'unmatchTransaction' },
  { operation: 'ignoreTransaction' },
]

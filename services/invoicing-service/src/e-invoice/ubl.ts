import type { EInvoice, EInvoiceLine, EInvoiceParty } from './e-invoice.ts'
import { branch, leaf, xmlDocument } from './xml.ts'

const standard = 'urn:oasis:names:specification:ubl:schema:xsd'
const words = {
  '380': {
    root: 'Invoice',
    typeCode: 'cbc:InvoiceTypeCode',
    line: 'cac:InvoiceLine',
    quantity: 'cbc:InvoicedQuantity',
  },
  '381': {
    root: 'CreditNote',
    typeCode: 'cbc:CreditNoteTypeCode',
    line: 'cac:CreditNoteLine',
    quantity: 'cbc:CreditedQuantity',
  },
} as const

const scheme = (id: string): string => branch('cac:TaxScheme', leaf('cbc:ID', id))

function party(name: string, given: EInvoiceParty): string {
  const { registration, vatId, taxRegistration } = given
  const taxed = (id: string | null, kind: string): string =>
    id === null ? '' : branch('cac:PartyTaxScheme', leaf('cbc:CompanyID', id), scheme(kind))
  return branch(
    name,
    branch(
      'cac:Party',
      leaf('cbc:EndpointID', given.email, { schemeID: 'EM' }),
      branch(
        'cac:PostalAddress',
        leaf('cbc:StreetName', given.line1),
        leaf('cbc:AdditionalStreetName', given.line2),
        leaf('cbc:CityName', given.city),
        leaf('cbc:PostalZone', given.postalCode),
        leaf('cbc:CountrySubentity', given.subdivision),
        branch('cac:Country', leaf('cbc:IdentificationCode', given.country)),
      ),
      taxed(vatId, 'VAT'),
      // Any scheme other than VAT marks the EN 16931 tax registration (BT-32).
      taxed(taxRegistration, 'TAX'),
      branch(
        'cac:PartyLegalEntity',
        leaf('cbc:RegistrationName', given.name),
        leaf('cbc:CompanyID', registration?.id, { schemeID: registration?.scheme }),
      ),
    ),
  )
}

const category = (name: string, { vat }: EInvoice, reasons: boolean): string =>
  branch(
    name,
    leaf('cbc:ID', vat.code),
    leaf('cbc:Percent', vat.rate),
    reasons ? leaf('cbc:TaxExemptionReasonCode', vat.reasonCode) : '',
    reasons ? leaf('cbc:TaxExemptionReason', vat.reasonText) : '',
    scheme('VAT'),
  )

function line(invoice: EInvoice, { id, name, quantity, unitPrice, net }: EInvoiceLine): string {
  const currencyID = invoice.currency
  const word = words[invoice.typeCode]
  return branch(
    word.line,
    leaf('cbc:ID', id),
    leaf(word.quantity, quantity, { unitCode: 'C62' }),
    leaf('cbc:LineExtensionAmount', net, { currencyID }),
    branch(
      'cac:Item',
      leaf('cbc:Name', name),
      category('cac:ClassifiedTaxCategory', invoice, false),
    ),
    branch('cac:Price', leaf('cbc:PriceAmount', unitPrice, { currencyID })),
  )
}

/** Writes the invoice in UBL 2.1, as an `Invoice` or a `CreditNote`. */
export function formatUbl(invoice: EInvoice): string {
  const { typeCode, preceding, totals, vat, dueDate, period, adjustment } = invoice
  const word = words[typeCode]
  const amount = (name: string, value: string | null): string =>
    leaf(name, value, { currencyID: invoice.currency })
  return xmlDocument(
    word.root,
    {
      xmlns: `${standard}:${word.root}-2`,
      'xmlns:cac': `${standard}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${standard}:CommonBasicComponents-2`,
    },
    leaf('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issueDate),
    // A UBL credit note has no due date element.
    typeCode === '380' ? leaf('cbc:DueDate', dueDate) : '',
    leaf(word.typeCode, typeCode),
    leaf('cbc:Note', invoice.notes.length === 0 ? null : invoice.notes.join('\n')),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    branch(
      'cac:InvoicePeriod',
      leaf('cbc:StartDate', period?.from),
      leaf('cbc:EndDate', period?.to),
    ),
    branch(
      'cac:BillingReference',
      branch(
        'cac:InvoiceDocumentReference',
        leaf('cbc:ID', preceding?.number),
        leaf('cbc:IssueDate', preceding?.issueDate),
      ),
    ),
    party('cac:AccountingSupplierParty', invoice.seller),
    party('cac:AccountingCustomerParty', invoice.buyer),
    branch('cac:Delivery', leaf('cbc:ActualDeliveryDate', invoice.deliveryDate)),
    branch('cac:PaymentTerms', leaf('cbc:Note', invoice.terms)),
    adjustment === null
      ? ''
      : branch(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', String(adjustment.kind === 'charge')),
          leaf('cbc:AllowanceChargeReason', adjustment.reason),
          amount('cbc:Amount', adjustment.amount),
          category('cac:TaxCategory', invoice, false),
        ),
    branch(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', totals.tax),
      branch(
        'cac:TaxSubtotal',
        amount('cbc:TaxableAmount', vat.base),
        amount('cbc:TaxAmount', vat.tax),
        category('cac:TaxCategory', invoice, true),
      ),
    ),
    branch(
      'cac:LegalMonetaryTotal',
      amount('cbc:LineExtensionAmount', totals.lines),
      amount('cbc:TaxExclusiveAmount', totals.net),
      amount('cbc:TaxInclusiveAmount', totals.gross),
      amount(
        'cbc:AllowanceTotalAmount',
        adjustment?.kind === 'allowance' ? adjustment.amount : null,
      ),
      amount('cbc:ChargeTotalAmount', adjustment?.kind === 'charge' ? adjustment.amount : null),
      amount('cbc:PrepaidAmount', totals.paid),
      amount('cbc:PayableRoundingAmount', totals.rounding),
      amount('cbc:PayableAmount', totals.due),
    ),
    ...invoice.lines.map((one) => line(invoice, one)),
  )
}

import type { EInvoice, EInvoiceLine, EInvoiceParty, EInvoiceTax } from './e-invoice.ts'
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
        leaf('cbc:CompanyLegalForm', given.legalText),
      ),
      given.contact === null
        ? ''
        : branch(
            'cac:Contact',
            leaf('cbc:Name', given.contact.name),
            leaf('cbc:Telephone', given.contact.phone),
            leaf('cbc:ElectronicMail', given.contact.email),
          ),
    ),
  )
}

const category = (
  name: string,
  tax: EInvoiceTax | null,
  reason?: Pick<EInvoice['vat'][number], 'reasonCode' | 'reasonText'>,
): string =>
  branch(
    name,
    leaf('cbc:ID', tax?.code),
    leaf('cbc:Percent', tax?.rate),
    leaf('cbc:TaxExemptionReasonCode', reason?.reasonCode),
    leaf('cbc:TaxExemptionReason', reason?.reasonText),
    scheme('VAT'),
  )

function line(invoice: EInvoice, given: EInvoiceLine): string {
  const currencyID = invoice.currency
  const word = words[invoice.typeCode]
  const { discount } = given
  return branch(
    word.line,
    leaf('cbc:ID', given.id),
    leaf(word.quantity, given.quantity, { unitCode: given.unitCode }),
    leaf('cbc:LineExtensionAmount', given.net, { currencyID }),
    discount === null
      ? ''
      : branch(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', String(discount.kind === 'charge')),
          leaf('cbc:AllowanceChargeReason', discount.reason),
          leaf('cbc:Amount', discount.amount, { currencyID }),
        ),
    branch(
      'cac:Item',
      leaf('cbc:Name', given.name),
      category('cac:ClassifiedTaxCategory', given.tax),
    ),
    branch('cac:Price', leaf('cbc:PriceAmount', given.unitPrice, { currencyID })),
  )
}

/** Which rules a document follows (BT-24) and in which business process (BT-23). */
interface Profile {
  customization: string
  process: string | null
}

const en16931: Profile = { customization: 'urn:cen.eu:en16931:2017', process: null }

/** Writes the invoice in UBL 2.1, as an `Invoice` or a `CreditNote`. */
export function formatUbl(invoice: EInvoice, profile: Profile = en16931): string {
  const { typeCode, preceding, totals, dueDate, period, adjustment, payment } = invoice
  const word = words[typeCode]
  const place = invoice.deliveryCountry === null ? null : invoice.buyer
  const amount = (name: string, value: string | null): string =>
    leaf(name, value, { currencyID: invoice.currency })
  return xmlDocument(
    word.root,
    {
      xmlns: `${standard}:${word.root}-2`,
      'xmlns:cac': `${standard}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${standard}:CommonBasicComponents-2`,
    },
    leaf('cbc:CustomizationID', profile.customization),
    leaf('cbc:ProfileID', profile.process),
    leaf('cbc:ID', invoice.number),
    leaf('cbc:IssueDate', invoice.issueDate),
    // A UBL credit note has no due date element.
    typeCode === '380' ? leaf('cbc:DueDate', dueDate) : '',
    leaf(word.typeCode, typeCode),
    leaf('cbc:Note', invoice.notes.length === 0 ? null : invoice.notes.join('\n')),
    leaf('cbc:DocumentCurrencyCode', invoice.currency),
    leaf('cbc:BuyerReference', invoice.buyerReference),
    branch(
      'cac:InvoicePeriod',
      leaf('cbc:StartDate', period?.from),
      leaf('cbc:EndDate', period?.to),
    ),
    branch('cac:OrderReference', leaf('cbc:ID', invoice.orderNumber)),
    branch(
      'cac:BillingReference',
      branch(
        'cac:InvoiceDocumentReference',
        leaf('cbc:ID', preceding?.number),
        leaf('cbc:IssueDate', preceding?.issueDate),
      ),
    ),
    branch('cac:ContractDocumentReference', leaf('cbc:ID', invoice.contractNumber)),
    party('cac:AccountingSupplierParty', invoice.seller),
    party('cac:AccountingCustomerParty', invoice.buyer),
    branch(
      'cac:Delivery',
      leaf('cbc:ActualDeliveryDate', invoice.deliveryDate),
      branch(
        'cac:DeliveryLocation',
        branch(
          'cac:Address',
          leaf('cbc:CityName', place?.city),
          leaf('cbc:PostalZone', place?.postalCode),
          branch('cac:Country', leaf('cbc:IdentificationCode', place?.country)),
        ),
      ),
    ),
    branch(
      'cac:PaymentMeans',
      leaf('cbc:PaymentMeansCode', payment?.code),
      leaf('cbc:PaymentID', payment?.reference),
      branch(
        'cac:PayeeFinancialAccount',
        leaf('cbc:ID', payment?.account?.iban),
        leaf('cbc:Name', payment?.account?.holder),
        branch('cac:FinancialInstitutionBranch', leaf('cbc:ID', payment?.account?.bic)),
      ),
    ),
    branch('cac:PaymentTerms', leaf('cbc:Note', invoice.terms)),
    adjustment === null
      ? ''
      : branch(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', String(adjustment.kind === 'charge')),
          leaf('cbc:AllowanceChargeReason', adjustment.reason),
          amount('cbc:Amount', adjustment.amount),
          category('cac:TaxCategory', adjustment.tax),
        ),
    branch(
      'cac:TaxTotal',
      amount('cbc:TaxAmount', totals.tax),
      ...invoice.vat.map((vat) =>
        branch(
          'cac:TaxSubtotal',
          amount('cbc:TaxableAmount', vat.base),
          amount('cbc:TaxAmount', vat.tax),
          category('cac:TaxCategory', vat, vat),
        ),
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

import type { EInvoice, EInvoiceLine, EInvoiceParty, EInvoiceTax } from './e-invoice.ts'
import { branch, leaf, xmlDocument } from './xml.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

const day = (type: 'udt' | 'qdt', date: string | null | undefined): string =>
  leaf(`${type}:DateTimeString`, date?.replaceAll('-', ''), { format: '102' })

function party(name: string, given: EInvoiceParty): string {
  const { registration } = given
  return branch(
    name,
    leaf('ram:Name', given.name),
    leaf('ram:Description', given.legalText),
    branch(
      'ram:SpecifiedLegalOrganization',
      leaf('ram:ID', registration?.id, { schemeID: registration?.scheme }),
    ),
    branch(
      'ram:DefinedTradeContact',
      ...(given.contact === null
        ? []
        : [
            leaf('ram:PersonName', given.contact.name),
            branch(
              'ram:TelephoneUniversalCommunication',
              leaf('ram:CompleteNumber', given.contact.phone),
            ),
            branch('ram:EmailURIUniversalCommunication', leaf('ram:URIID', given.contact.email)),
          ]),
    ),
    branch(
      'ram:PostalTradeAddress',
      leaf('ram:PostcodeCode', given.postalCode),
      leaf('ram:LineOne', given.line1),
      leaf('ram:LineTwo', given.line2),
      leaf('ram:CityName', given.city),
      leaf('ram:CountryID', given.country),
      leaf('ram:CountrySubDivisionName', given.subdivision),
    ),
    branch('ram:URIUniversalCommunication', leaf('ram:URIID', given.email, { schemeID: 'EM' })),
    branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', given.vatId, { schemeID: 'VA' })),
    branch(
      'ram:SpecifiedTaxRegistration',
      leaf('ram:ID', given.taxRegistration, { schemeID: 'FC' }),
    ),
  )
}

const formatVat = (tax: EInvoiceTax | null): string =>
  leaf('ram:TypeCode', 'VAT') +
  leaf('ram:CategoryCode', tax?.code) +
  leaf('ram:RateApplicablePercent', tax?.rate)

const formatDiscount = ({ discount }: EInvoiceLine): string =>
  branch(
    'ram:SpecifiedTradeAllowanceCharge',
    discount === null
      ? ''
      : branch('ram:ChargeIndicator', leaf('udt:Indicator', String(discount.kind === 'charge'))),
    leaf('ram:ActualAmount', discount?.amount),
    leaf('ram:Reason', discount?.reason),
  )

const line = (given: EInvoiceLine): string =>
  branch(
    'ram:IncludedSupplyChainTradeLineItem',
    branch('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', given.id)),
    branch('ram:SpecifiedTradeProduct', leaf('ram:Name', given.name)),
    branch(
      'ram:SpecifiedLineTradeAgreement',
      branch('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', given.unitPrice)),
    ),
    branch(
      'ram:SpecifiedLineTradeDelivery',
      leaf('ram:BilledQuantity', given.quantity, { unitCode: given.unitCode }),
    ),
    branch(
      'ram:SpecifiedLineTradeSettlement',
      branch('ram:ApplicableTradeTax', formatVat(given.tax)),
      formatDiscount(given),
      branch(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        leaf('ram:LineTotalAmount', given.net),
      ),
    ),
  )

const formatAdjustment = (invoice: EInvoice): string =>
  invoice.adjustment === null
    ? ''
    : branch(
        'ram:SpecifiedTradeAllowanceCharge',
        branch(
          'ram:ChargeIndicator',
          leaf('udt:Indicator', String(invoice.adjustment.kind === 'charge')),
        ),
        leaf('ram:ActualAmount', invoice.adjustment.amount),
        leaf('ram:Reason', invoice.adjustment.reason),
        branch('ram:CategoryTradeTax', formatVat(invoice.adjustment.tax)),
      )

function settlement(invoice: EInvoice): string {
  const { currency, totals, terms, dueDate, preceding, period, adjustment, payment } = invoice
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', payment?.reference),
    leaf('ram:InvoiceCurrencyCode', currency),
    branch(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      leaf('ram:TypeCode', payment?.code),
      branch(
        'ram:PayeePartyCreditorFinancialAccount',
        leaf('ram:IBANID', payment?.account?.iban),
        leaf('ram:AccountName', payment?.account?.holder),
      ),
      branch(
        'ram:PayeeSpecifiedCreditorFinancialInstitution',
        leaf('ram:BICID', payment?.account?.bic),
      ),
    ),
    ...invoice.vat.map((vat) =>
      branch(
        'ram:ApplicableTradeTax',
        leaf('ram:CalculatedAmount', vat.tax),
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:ExemptionReason', vat.reasonText),
        leaf('ram:BasisAmount', vat.base),
        leaf('ram:CategoryCode', vat.code),
        leaf('ram:ExemptionReasonCode', vat.reasonCode),
        leaf('ram:RateApplicablePercent', vat.rate),
      ),
    ),
    branch(
      'ram:BillingSpecifiedPeriod',
      branch('ram:StartDateTime', day('udt', period?.from)),
      branch('ram:EndDateTime', day('udt', period?.to)),
    ),
    formatAdjustment(invoice),
    branch(
      'ram:SpecifiedTradePaymentTerms',
      leaf('ram:Description', terms),
      branch('ram:DueDateDateTime', day('udt', dueDate)),
    ),
    branch(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', totals.lines),
      leaf('ram:ChargeTotalAmount', adjustment?.kind === 'charge' ? adjustment.amount : null),
      leaf('ram:AllowanceTotalAmount', adjustment?.kind === 'allowance' ? adjustment.amount : null),
      leaf('ram:TaxBasisTotalAmount', totals.net),
      leaf('ram:TaxTotalAmount', totals.tax, { currencyID: currency }),
      leaf('ram:RoundingAmount', totals.rounding),
      leaf('ram:GrandTotalAmount', totals.gross),
      leaf('ram:TotalPrepaidAmount', totals.paid),
      leaf('ram:DuePayableAmount', totals.due),
    ),
    branch(
      'ram:InvoiceReferencedDocument',
      leaf('ram:IssuerAssignedID', preceding?.number),
      branch('ram:FormattedIssueDateTime', day('qdt', preceding?.issueDate)),
    ),
  )
}

/**
 * Writes the invoice in the UN/CEFACT Cross Industry Invoice syntax (D16B), which Factur-X embeds.
 */
export function formatCii(invoice: EInvoice): string {
  const delivered = branch('ram:OccurrenceDateTime', day('udt', invoice.deliveryDate))
  return xmlDocument(
    'rsm:CrossIndustryInvoice',
    namespaces,
    branch(
      'rsm:ExchangedDocumentContext',
      branch(
        'ram:GuidelineSpecifiedDocumentContextParameter',
        leaf('ram:ID', 'urn:cen.eu:en16931:2017'),
      ),
    ),
    branch(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', invoice.typeCode),
      branch('ram:IssueDateTime', day('udt', invoice.issueDate)),
      ...invoice.notes.map((note) => branch('ram:IncludedNote', leaf('ram:Content', note))),
    ),
    branch(
      'rsm:SupplyChainTradeTransaction',
      ...invoice.lines.map(line),
      branch(
        'ram:ApplicableHeaderTradeAgreement',
        leaf('ram:BuyerReference', invoice.buyerReference),
        party('ram:SellerTradeParty', invoice.seller),
        party('ram:BuyerTradeParty', invoice.buyer),
        branch(
          'ram:BuyerOrderReferencedDocument',
          leaf('ram:IssuerAssignedID', invoice.orderNumber),
        ),
        branch(
          'ram:ContractReferencedDocument',
          leaf('ram:IssuerAssignedID', invoice.contractNumber),
        ),
      ),
      // The schema requires the delivery element even if it is empty.
      branch(
        'ram:ApplicableHeaderTradeDelivery',
        branch(
          'ram:ShipToTradeParty',
          branch('ram:PostalTradeAddress', leaf('ram:CountryID', invoice.deliveryCountry)),
        ),
        branch('ram:ActualDeliverySupplyChainEvent', delivered),
      ) || '<ram:ApplicableHeaderTradeDelivery/>',
      settlement(invoice),
    ),
  )
}

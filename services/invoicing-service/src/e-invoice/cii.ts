import type { EInvoice, EInvoiceLine, EInvoiceParty } from './e-invoice.ts'
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
    branch(
      'ram:SpecifiedLegalOrganization',
      leaf('ram:ID', registration?.id, { schemeID: registration?.scheme }),
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

const formatVat = ({ vat }: EInvoice): string =>
  leaf('ram:TypeCode', 'VAT') +
  leaf('ram:CategoryCode', vat.code) +
  leaf('ram:RateApplicablePercent', vat.rate)

const line = (invoice: EInvoice, { id, name, quantity, unitPrice, net }: EInvoiceLine): string =>
  branch(
    'ram:IncludedSupplyChainTradeLineItem',
    branch('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', id)),
    branch('ram:SpecifiedTradeProduct', leaf('ram:Name', name)),
    branch(
      'ram:SpecifiedLineTradeAgreement',
      branch('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', unitPrice)),
    ),
    branch(
      'ram:SpecifiedLineTradeDelivery',
      leaf('ram:BilledQuantity', quantity, { unitCode: 'C62' }),
    ),
    branch(
      'ram:SpecifiedLineTradeSettlement',
      branch('ram:ApplicableTradeTax', formatVat(invoice)),
      branch('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', net)),
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
        branch('ram:CategoryTradeTax', formatVat(invoice)),
      )

function settlement(invoice: EInvoice): string {
  const { currency, vat, totals, terms, dueDate, preceding, period, adjustment } = invoice
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:InvoiceCurrencyCode', currency),
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
      ...invoice.lines.map((one) => line(invoice, one)),
      branch(
        'ram:ApplicableHeaderTradeAgreement',
        party('ram:SellerTradeParty', invoice.seller),
        party('ram:BuyerTradeParty', invoice.buyer),
      ),
      // The schema requires the delivery element even if it is empty.
      branch(
        'ram:ApplicableHeaderTradeDelivery',
        branch('ram:ActualDeliverySupplyChainEvent', delivered),
      ) || '<ram:ApplicableHeaderTradeDelivery/>',
      settlement(invoice),
    ),
  )
}

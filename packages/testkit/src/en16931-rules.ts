// The EN 16931-1 rules that the platform's documents can break, as XPath 1.0 conditions on CII. A
// rule about lines or VAT groups is written as "no line or group breaks it".
const transaction = '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction'
const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`
const seller = `${agreement}/ram:SellerTradeParty`
const buyer = `${agreement}/ram:BuyerTradeParty`
const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`
const sums = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const taxes = `${settlement}/ram:ApplicableTradeTax`
const lines = `${transaction}/ram:IncludedSupplyChainTradeLineItem`
const adjustments = `${settlement}/ram:SpecifiedTradeAllowanceCharge`
const allowances = `${adjustments}[ram:ChargeIndicator/udt:Indicator = 'false']`
const charges = `${adjustments}[ram:ChargeIndicator/udt:Indicator = 'true']`
const lineTax = `${lines}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`
const lineNet =
  'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'
const means = `${settlement}/ram:SpecifiedTradeSettlementPaymentMeans`
const lineAdjustments = 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge'
const lineDiscounts = `${lines}/${lineAdjustments}`
const lineGross =
  'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity * ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount'
const lineSum = (isCharge: string): string =>
  `sum(${lineAdjustments}[ram:ChargeIndicator/udt:Indicator = '${isCharge}']/ram:ActualAmount)`
const vatId = "ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']"
const taxNumber = "ram:SpecifiedTaxRegistration/ram:ID[@schemeID='FC']"

const every = (nodes: string, condition: string): string => `not(${nodes}[not(${condition})])`
const has = (path: string): string => `normalize-space(${path}) != ''`
/** Compares amounts in minor units, because sums of binary floats are not exact. */
const equal = (left: string, right: string): string =>
  `round((${left}) * 100) = round((${right}) * 100)`
const orZero = (path: string): string => `sum(${path})`
const of = (code: string): string => `${taxes}[ram:CategoryCode = '${code}']`
const whereUsed = (code: string, condition: string): string =>
  `not(${lineTax}[ram:CategoryCode = '${code}']) or (${condition})`
const decimals = (path: string): string =>
  every(path, "string-length(substring-after(., '.')) <= 2")

/** The net amount of the lines and adjustments of a category. */
const sumBase = (code: string): string => {
  const line = `${lines}[ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:CategoryCode = '${code}']`
  const adjusted = `[ram:CategoryTradeTax/ram:CategoryCode = '${code}']/ram:ActualAmount`
  return `sum(${line}/${lineNet}) - ${orZero(`${allowances}${adjusted}`)} + ${orZero(`${charges}${adjusted}`)}`
}

/** Returns the rules of a category at 0 % with a reason: BR-AE, BR-E, BR-G, BR-IC. */
const exempted = (code: string, parties: string, rule = code): Record<string, string> => ({
  [`BR-${rule}-01`]: whereUsed(code, `count(${of(code)}) = 1`),
  [`BR-${rule}-02`]: whereUsed(code, parties),
  [`BR-${rule}-05`]: every(
    `${lineTax}[ram:CategoryCode = '${code}']`,
    'number(ram:RateApplicablePercent) = 0',
  ),
  [`BR-${rule}-08`]: whereUsed(code, equal(sumBase(code), `sum(${of(code)}/ram:BasisAmount)`)),
  [`BR-${rule}-09`]: every(of(code), 'number(ram:CalculatedAmount) = 0'),
  [`BR-${rule}-10`]: every(
    of(code),
    `${has('ram:ExemptionReason')} or ${has('ram:ExemptionReasonCode')}`,
  ),
})

export const rules: Readonly<Record<string, string>> = {
  'BR-01': has('//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
  'BR-02': has('//rsm:ExchangedDocument/ram:ID'),
  'BR-03': has("//rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString[@format='102']"),
  'BR-04': has('//rsm:ExchangedDocument/ram:TypeCode'),
  'BR-05': has(`${settlement}/ram:InvoiceCurrencyCode`),
  'BR-06': has(`${seller}/ram:Name`),
  'BR-07': has(`${buyer}/ram:Name`),
  'BR-08': `count(${seller}/ram:PostalTradeAddress) = 1`,
  'BR-09': has(`${seller}/ram:PostalTradeAddress/ram:CountryID`),
  'BR-10': `count(${buyer}/ram:PostalTradeAddress) = 1`,
  'BR-11': has(`${buyer}/ram:PostalTradeAddress/ram:CountryID`),
  'BR-12': has(`${sums}/ram:LineTotalAmount`),
  'BR-13': has(`${sums}/ram:TaxBasisTotalAmount`),
  'BR-14': has(`${sums}/ram:GrandTotalAmount`),
  'BR-15': has(`${sums}/ram:DuePayableAmount`),
  'BR-16': `count(${lines}) >= 1`,
  'BR-21': every(lines, has('ram:AssociatedDocumentLineDocument/ram:LineID')),
  'BR-22': every(lines, has('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')),
  'BR-23': every(lines, has('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode')),
  'BR-24': every(lines, has(lineNet)),
  'BR-25': every(lines, has('ram:SpecifiedTradeProduct/ram:Name')),
  'BR-26': every(
    lines,
    has('ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
  ),
  'BR-27': every('//ram:NetPriceProductTradePrice', 'number(ram:ChargeAmount) >= 0'),
  'BR-45': every(taxes, has('ram:BasisAmount')),
  'BR-46': every(taxes, has('ram:CalculatedAmount')),
  'BR-47': every(taxes, "ram:TypeCode = 'VAT' and normalize-space(ram:CategoryCode) != ''"),
  'BR-48': every(taxes, `${has('ram:RateApplicablePercent')} or ram:CategoryCode = 'O'`),
  'BR-55': every(`${settlement}/ram:InvoiceReferencedDocument`, has('ram:IssuerAssignedID')),
  'BR-62': every('//ram:URIUniversalCommunication/ram:URIID', '@schemeID'),
  'BR-CO-04': every(
    lines,
    has('ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:CategoryCode'),
  ),
  'BR-CO-09': every(
    `//ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']`,
    "string-length(translate(substring(., 1, 2), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '')) = 0",
  ),
  'BR-CO-10': equal(`sum(${lines}/${lineNet})`, `${sums}/ram:LineTotalAmount`),
  'BR-29': every(
    `${settlement}/ram:BillingSpecifiedPeriod`,
    'number(ram:EndDateTime/udt:DateTimeString) >= number(ram:StartDateTime/udt:DateTimeString)',
  ),
  'BR-31': every(allowances, has('ram:ActualAmount')),
  'BR-32': every(adjustments, has('ram:CategoryTradeTax/ram:CategoryCode')),
  'BR-33': every(adjustments, `${has('ram:Reason')} or ${has('ram:ReasonCode')}`),
  'BR-36': every(charges, has('ram:ActualAmount')),
  'BR-CO-11': equal(
    orZero(`${sums}/ram:AllowanceTotalAmount`),
    orZero(`${allowances}/ram:ActualAmount`),
  ),
  'BR-CO-12': equal(orZero(`${sums}/ram:ChargeTotalAmount`), orZero(`${charges}/ram:ActualAmount`)),
  'BR-CO-13': equal(
    `${sums}/ram:TaxBasisTotalAmount`,
    `${sums}/ram:LineTotalAmount - ${orZero(`${sums}/ram:AllowanceTotalAmount`)} + ${orZero(`${sums}/ram:ChargeTotalAmount`)}`,
  ),
  'BR-CO-14': equal(`${sums}/ram:TaxTotalAmount`, `sum(${taxes}/ram:CalculatedAmount)`),
  'BR-CO-15': equal(
    `${sums}/ram:GrandTotalAmount`,
    `${sums}/ram:TaxBasisTotalAmount + ${sums}/ram:TaxTotalAmount`,
  ),
  'BR-CO-16': equal(
    `${sums}/ram:DuePayableAmount`,
    `${sums}/ram:GrandTotalAmount - ${orZero(`${sums}/ram:TotalPrepaidAmount`)} + ${orZero(`${sums}/ram:RoundingAmount`)}`,
  ),
  // The standard's own tolerance: less than one currency unit.
  'BR-CO-17': every(
    taxes,
    `(ram:BasisAmount * ${orZero('ram:RateApplicablePercent')} div 100 - ram:CalculatedAmount) < 1 and
     (ram:CalculatedAmount - ram:BasisAmount * ${orZero('ram:RateApplicablePercent')} div 100) < 1`,
  ),
  'BR-CO-18': `count(${taxes}) >= 1`,
  'BR-CO-25': `number(${sums}/ram:DuePayableAmount) <= 0 or
    ${has(`${settlement}/ram:SpecifiedTradePaymentTerms`)}`,
  'BR-CO-26': `${has(`${seller}/ram:SpecifiedLegalOrganization/ram:ID`)} or ${has(`${seller}/${vatId}`)}`,
  'BR-DEC': decimals(`//*[contains(local-name(), 'Amount') and local-name() != 'ChargeAmount']`),
  'BR-S-01': whereUsed('S', `count(${of('S')}) >= 1`),
  'BR-S-02': whereUsed('S', `${has(`${seller}/${vatId}`)} or ${has(`${seller}/${taxNumber}`)}`),
  'BR-S-05': every(`${lineTax}[ram:CategoryCode = 'S']`, 'number(ram:RateApplicablePercent) > 0'),
  'BR-S-06': every(
    `${adjustments}/ram:CategoryTradeTax[ram:CategoryCode = 'S']`,
    'number(ram:RateApplicablePercent) > 0',
  ),
  'BR-S-08': whereUsed('S', equal(sumBase('S'), `sum(${of('S')}/ram:BasisAmount)`)),
  'BR-S-10': every(of('S'), 'not(ram:ExemptionReason) and not(ram:ExemptionReasonCode)'),
  ...exempted('E', `${has(`${seller}/${vatId}`)} or ${has(`${seller}/${taxNumber}`)}`),
  ...exempted('AE', `${has(`${seller}/${vatId}`)} and ${has(`${buyer}/${vatId}`)}`),
  ...exempted('G', has(`${seller}/${vatId}`)),
  ...exempted('K', `${has(`${seller}/${vatId}`)} and ${has(`${buyer}/${vatId}`)}`, 'IC'),
  'BR-IC-11': whereUsed(
    'K',
    `${has('//ram:ActualDeliverySupplyChainEvent//udt:DateTimeString')} or ${has(`${settlement}/ram:BillingSpecifiedPeriod`)}`,
  ),
  'BR-IC-12': whereUsed('K', has('//ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID')),
  'BR-Z-01': whereUsed('Z', `count(${of('Z')}) = 1`),
  'BR-Z-02': whereUsed('Z', `${has(`${seller}/${vatId}`)} or ${has(`${seller}/${taxNumber}`)}`),
  'BR-Z-08': whereUsed('Z', equal(sumBase('Z'), `sum(${of('Z')}/ram:BasisAmount)`)),
  'BR-Z-09': every(of('Z'), 'number(ram:CalculatedAmount) = 0'),
  'BR-Z-10': every(of('Z'), 'not(ram:ExemptionReason) and not(ram:ExemptionReasonCode)'),
  'BR-41': every(lineDiscounts, has('ram:ActualAmount')),
  'BR-42': every(lineDiscounts, has('ram:Reason')),
  'BR-49': every(means, has('ram:TypeCode')),
  'BR-61': every(
    `${means}[ram:TypeCode = '58' or ram:TypeCode = '30']`,
    has('ram:PayeePartyCreditorFinancialAccount/ram:IBANID'),
  ),
  // The tolerance of the Peppol rule for lines.
  'PEPPOL-EN16931-R120': every(
    lines,
    `(${lineNet} - (${lineGross} - ${lineSum('false')} + ${lineSum('true')})) < 0.02 and
     ((${lineGross} - ${lineSum('false')} + ${lineSum('true')}) - ${lineNet}) < 0.02`,
  ),
  'BR-O-01': whereUsed('O', `count(${of('O')}) = 1 and count(${taxes}) = 1`),
  'BR-O-02': whereUsed('O', `not(${seller}/${vatId}) and not(${buyer}/${vatId})`),
  'BR-O-05': every(`${lineTax}[ram:CategoryCode = 'O']`, 'not(ram:RateApplicablePercent)'),
  'BR-O-08': whereUsed('O', equal(sumBase('O'), `sum(${of('O')}/ram:BasisAmount)`)),
  'BR-O-09': every(of('O'), 'number(ram:CalculatedAmount) = 0'),
  'BR-O-10': every(of('O'), `${has('ram:ExemptionReason')} or ${has('ram:ExemptionReasonCode')}`),
}

import type { DocumentLanguage } from '@atrium/contracts'
import { isInUnion, smallBusinessProvision } from '@atrium/contracts/document-rules'
import type { ExemptionReason } from '../e-invoice/vat-category.ts'

type Laws = Partial<Record<ExemptionReason, string>>

// Sources, read in November 2026:
// DE, AT: § 34a UStDV asks for a note that the exemption for small businesses applies, because
//   § 19 UStG is an exemption since 2025 (hasenbachmomberger.de/neues-fuer-rechnungen-von-kleinunternehmern).
//   Austria's rule is an exemption as well (wko.at/steuern/kleinunternehmerregelung-umsatzsteuer).
// FR: articles 262, 262 ter and 293 B of the CGI (soficom-walterfrance.com/factures-les-mentions-obligatoires).
//   The CIBS has replaced them since September 2026, and invoices may cite the CGI until the end of
//   2027 (btobnice.com/fr/recodification-tva-cibs).
// BE: “Régime particulier de franchise des petites entreprises”, article 56bis of the VAT code
//   (fiduciaire-execo.be, “Franchise T.V.A.”).
// GB: “VAT Act 1994 Section 55A applies” (gov.uk/hmrc-internal-manuals, VATREC6060 and VATREVCON37200).
// CH, ES, IT, NL: the laws themselves. No other public source was found for their sentences.

// The provision to cite, by the seller's country. `reverse_charge` is the domestic one. There are
// too many exemptions to guess one, so a user states it as the line's reason.
const laws: Readonly<Record<string, Laws>> = {
  AT: {
    reverse_charge: '§ 19 UStG',
    intra_community: 'Art. 6 Abs. 1 UStG (Binnenmarktregelung)',
    export: '§ 7 UStG',
  },
  BE: {
    reverse_charge: 'art. 51 § 2 CTVA/WBTW',
    intra_community: 'art. 39bis CTVA/WBTW',
    export: 'art. 39 CTVA/WBTW',
  },
  CH: {
    reverse_charge: 'Art. 45 MWSTG/LTVA',
    export: 'Art. 23 MWSTG/LTVA',
  },
  DE: {
    reverse_charge: '§ 13b UStG',
    intra_community: '§ 4 Nr. 1 Buchst. b, § 6a UStG',
    export: '§ 4 Nr. 1 Buchst. a, § 6 UStG',
  },
  ES: {
    reverse_charge: 'art. 84.Uno.2.º LIVA',
    intra_community: 'art. 25 LIVA',
    export: 'art. 21 LIVA',
  },
  FR: {
    reverse_charge: 'art. 283 du CGI',
    intra_community: 'art. 262 ter, I du CGI',
    export: 'art. 262, I du CGI',
  },
  GB: {
    reverse_charge: 'section 55A VAT Act 1994',
    export: 'section 30(6) VAT Act 1994',
  },
  IT: {
    reverse_charge: 'art. 17 DPR 633/1972',
    intra_community: 'art. 41 DL 331/1993',
    export: 'art. 8 DPR 633/1972',
  },
  NL: {
    reverse_charge: 'art. 12 Wet OB 1968',
    intra_community: 'tabel II, post a.6 Wet OB 1968',
    export: 'tabel II, post a.2 Wet OB 1968',
  },
}

const sentences: Readonly<Record<DocumentLanguage, Readonly<Laws>>> = {
  en: {
    reverse_charge: 'Reverse charge: VAT is due by the customer',
    intra_community: 'VAT-exempt intra-Community supply',
    export: 'VAT-exempt export',
    small_enterprise: 'No VAT is charged: small enterprise',
  },
  fr: {
    reverse_charge: 'Autoliquidation : TVA due par le preneur',
    intra_community: 'Exonération de TVA : livraison intracommunautaire',
    export: 'Exonération de TVA : exportation',
    small_enterprise: 'TVA non applicable : franchise des petites entreprises',
  },
  de: {
    reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers',
    intra_community: 'Steuerfreie innergemeinschaftliche Lieferung',
    export: 'Steuerfreie Ausfuhrlieferung',
    small_enterprise: 'Steuerbefreiung für Kleinunternehmer',
  },
  es: {
    reverse_charge: 'Inversión del sujeto pasivo',
    intra_community: 'Entrega intracomunitaria exenta de IVA',
    export: 'Exportación exenta de IVA',
    small_enterprise: 'Exento de IVA: régimen de pequeñas empresas',
  },
}

/**
 * Returns the sentence for 0 % that cites the law of the seller's country, or undefined if the
 * directive is the better source: for a reverse charge or an export from the European Union to
 * another country, and for countries that are not listed.
 */
export function findNationalReason(
  reason: ExemptionReason,
  language: DocumentLanguage,
  { seller, buyer }: { seller: string | null; buyer: string | null },
): string | undefined {
  const isAbroad = buyer !== null && buyer !== seller
  const citesDirective = reason === 'export' || (reason === 'reverse_charge' && isAbroad)
  if (citesDirective && isInUnion(seller)) return undefined
  const law =
    reason === 'small_enterprise' ? smallBusinessProvision(seller) : laws[seller ?? '']?.[reason]
  const sentence = sentences[language][reason]
  return law == null || sentence === undefined ? undefined : `${sentence} (${law}).`
}

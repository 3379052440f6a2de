import type { DocumentLanguage } from '@atrium/contracts'
import type { ExemptionReason } from '../e-invoice/vat-category.ts'

/** The texts of a document. `{…}` marks a placeholder. */
const en = {
  locale: 'en-GB',
  invoice: 'Invoice',
  creditNote: 'Credit note',
  estimate: 'Estimate',
  estimated: 'Date',
  validUntil: 'Valid until',
  about: 'About invoice {number}',
  /** A credit note's single line if it credits an amount. */
  credited: 'Credit of invoice {number}',
  reason: 'Reason: {reason}',
  number: 'Number',
  issued: 'Issued',
  due: 'Due',
  delivered: 'Delivered',
  seller: 'From',
  buyer: 'To',
  vatId: 'VAT id {id}',
  taxId: 'Tax id {id}',
  registration: 'Registration {id}',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  net: 'Net',
  vat: 'VAT {rate}',
  total: 'Total',
  base: 'VAT {rate} on {base}',
  amountDue: 'Amount due',
  page: 'Page {page} of {pages}',
  paid: 'PAID',
  void: 'VOID',
  /** The first and last day of delivery. */
  period: '{from} to {to}',
  /** Labels for an amount not stated by the lines. */
  allowance: 'Discount',
  charge: 'Surcharge',
  paidAmount: 'Paid',
  creditedAmount: 'Credited',
  terms: 'Payment is due by {date}, without discount for early payment.',
  /** Shown if an invoice has no due date. */
  termsOnReceipt: 'Payment is due on receipt, without discount for early payment.',
  termsWhenPaid: 'Paid on {date}.',
  termsWhenVoid: 'This invoice is void: nothing is to be paid.',
  termsWhenCredited: 'Credited in full: nothing is to be paid.',
  /** Terms on a credit note: deducted if the invoice was unpaid, refunded if it was paid. */
  termsWhenDeducted: 'Deducted from invoice {number}.',
  termsWhenRefunded: 'Refunded.',
  /** Shown if credit notes cover a part of the invoice. */
  termsOfRest: 'Credit notes of {credited} are taken off: {due} remain to be paid.',
  /** Shown if the debtor is in the European Union (directive 2011/7/EU). */
  penalties:
    'Late payment bears interest at the reference rate of the European Central Bank plus 8 percentage points, and a compensation of 40 EUR for recovery costs.',
  /** Shown if the seller is in France (code de commerce, L441-9 and L441-10). */
  penaltiesInFrance:
    'Late payment bears interest at three times the French legal rate, and a fixed compensation of 40 EUR for recovery costs (article L441-10 of the French commercial code).',
  reasons: {
    reverse_charge:
      'Reverse charge: VAT is due by the customer (article 196 of directive 2006/112/EC).',
    intra_community:
      'Exempt from VAT: intra-Community supply (article 138 of directive 2006/112/EC).',
    export:
      'No VAT: supply outside the European Union (articles 44 and 146 of directive 2006/112/EC).',
    franchise: 'VAT not applicable, article 293 B of the French tax code.',
    small_enterprise: 'Exempt from VAT: small enterprise (article 284 of directive 2006/112/EC).',
    exempt: 'Exempt from VAT.',
    not_subject: 'Not subject to VAT.',
  } satisfies Record<ExemptionReason, string>,
}
export type DocumentWords = typeof en

const fr: DocumentWords = {
  locale: 'fr-FR',
  invoice: 'Facture',
  creditNote: 'Avoir',
  estimate: 'Devis',
  estimated: 'Date',
  validUntil: 'Valable jusqu’au',
  about: 'Sur la facture {number}',
  credited: 'Avoir sur la facture {number}',
  reason: 'Motif : {reason}',
  number: 'Numéro',
  issued: 'Émise le',
  due: 'Échéance',
  delivered: 'Livraison',
  seller: 'Vendeur',
  buyer: 'Client',
  vatId: 'N° TVA {id}',
  taxId: 'Identifiant fiscal {id}',
  registration: 'Immatriculation {id}',
  description: 'Désignation',
  quantity: 'Quantité',
  unitPrice: 'Prix unitaire HT',
  net: 'Total HT',
  vat: 'TVA {rate}',
  total: 'Total TTC',
  base: 'TVA {rate} sur {base}',
  amountDue: 'Net à payer',
  page: 'Page {page} sur {pages}',
  paid: 'PAYÉE',
  void: 'ANNULÉE',
  period: 'du {from} au {to}',
  allowance: 'Remise',
  charge: 'Supplément',
  paidAmount: 'Payé',
  creditedAmount: 'Avoirs',
  terms: 'Paiement au plus tard le {date}. Pas d’escompte pour paiement anticipé.',
  termsOnReceipt: 'Paiement à réception. Pas d’escompte pour paiement anticipé.',
  termsWhenPaid: 'Payée le {date}.',
  termsWhenVoid: 'Facture annulée : aucune somme n’est due.',
  termsWhenCredited: 'Facture intégralement créditée : aucune somme n’est due.',
  termsWhenDeducted: 'Déduit de la facture {number}.',
  termsWhenRefunded: 'Remboursé.',
  termsOfRest: 'Avoirs déduits : {credited}. Reste à payer : {due}.',
  penalties:
    'Tout retard de paiement entraîne des intérêts au taux de la Banque centrale européenne majoré de 8 points et une indemnité de 40 EUR pour frais de recouvrement.',
  penaltiesInFrance:
    'Tout retard de paiement entraîne des pénalités égales à trois fois le taux d’intérêt légal et une indemnité forfaitaire de 40 EUR pour frais de recouvrement (article L441-10 du code de commerce).',
  reasons: {
    reverse_charge:
      'Autoliquidation : TVA due par le preneur (article 196 de la directive 2006/112/CE).',
    intra_community:
      'Exonération de TVA : livraison intracommunautaire (article 138 de la directive 2006/112/CE).',
    export:
      'TVA non applicable : opération hors de l’Union européenne (articles 44 et 146 de la directive 2006/112/CE).',
    franchise: 'TVA non applicable, article 293 B du code général des impôts.',
    small_enterprise:
      'Exonéré de TVA : petite entreprise (article 284 de la directive 2006/112/CE).',
    exempt: 'Exonéré de TVA.',
    not_subject: 'Non soumis à la TVA.',
  },
}

const de: DocumentWords = {
  locale: 'de-DE',
  invoice: 'Rechnung',
  creditNote: 'Rechnungskorrektur',
  estimate: 'Angebot',
  estimated: 'Datum',
  validUntil: 'Gültig bis',
  about: 'Zur Rechnung {number}',
  credited: 'Gutschrift zur Rechnung {number}',
  reason: 'Grund: {reason}',
  number: 'Nummer',
  issued: 'Rechnungsdatum',
  due: 'Fällig am',
  delivered: 'Leistungsdatum',
  seller: 'Von',
  buyer: 'An',
  vatId: 'USt-IdNr. {id}',
  taxId: 'Steuernummer {id}',
  registration: 'Registernummer {id}',
  description: 'Beschreibung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  net: 'Netto',
  vat: 'USt. {rate}',
  total: 'Gesamt',
  base: 'USt. {rate} auf {base}',
  amountDue: 'Zu zahlen',
  page: 'Seite {page} von {pages}',
  paid: 'BEZAHLT',
  void: 'STORNIERT',
  period: '{from} bis {to}',
  allowance: 'Rabatt',
  charge: 'Zuschlag',
  paidAmount: 'Bezahlt',
  creditedAmount: 'Gutgeschrieben',
  terms: 'Zahlbar bis {date} ohne Abzug.',
  termsOnReceipt: 'Zahlbar sofort ohne Abzug.',
  termsWhenPaid: 'Bezahlt am {date}.',
  termsWhenVoid: 'Diese Rechnung ist storniert: Es ist nichts zu zahlen.',
  termsWhenCredited: 'Vollständig gutgeschrieben: Es ist nichts zu zahlen.',
  termsWhenDeducted: 'Abgezogen von Rechnung {number}.',
  termsWhenRefunded: 'Erstattet.',
  termsOfRest: 'Abzüglich Gutschriften von {credited} sind {due} zu zahlen.',
  penalties:
    'Bei Zahlungsverzug gelten Zinsen von 9 Prozentpunkten über dem Basiszinssatz und eine Pauschale von 40 EUR.',
  penaltiesInFrance:
    'Bei Zahlungsverzug gelten Zinsen in Höhe des dreifachen französischen gesetzlichen Zinssatzes und eine Pauschale von 40 EUR für Beitreibungskosten (Artikel L441-10 des französischen Handelsgesetzbuchs).',
  reasons: {
    reverse_charge:
      'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG).',
    intra_community:
      'Steuerfreie innergemeinschaftliche Lieferung (Artikel 138 der Richtlinie 2006/112/EG).',
    export:
      'Keine Umsatzsteuer: Leistung in ein Drittland (Artikel 44 und 146 der Richtlinie 2006/112/EG).',
    franchise: 'Ohne Umsatzsteuer nach Artikel 293 B des französischen Steuergesetzbuchs.',
    small_enterprise:
      'Umsatzsteuerfrei: Kleinunternehmer (Artikel 284 der Richtlinie 2006/112/EG).',
    exempt: 'Von der Umsatzsteuer befreit.',
    not_subject: 'Unterliegt nicht der Umsatzsteuer.',
  },
}

const es: DocumentWords = {
  locale: 'es-ES',
  invoice: 'Factura',
  creditNote: 'Factura rectificativa',
  estimate: 'Presupuesto',
  estimated: 'Fecha',
  validUntil: 'Válido hasta',
  about: 'Sobre la factura {number}',
  credited: 'Abono de la factura {number}',
  reason: 'Motivo: {reason}',
  number: 'Número',
  issued: 'Fecha de emisión',
  due: 'Vencimiento',
  delivered: 'Fecha de entrega',
  seller: 'De',
  buyer: 'Para',
  vatId: 'NIF-IVA {id}',
  taxId: 'NIF {id}',
  registration: 'Registro {id}',
  description: 'Descripción',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  net: 'Base imponible',
  vat: 'IVA {rate}',
  total: 'Total',
  base: 'IVA {rate} sobre {base}',
  amountDue: 'Importe a pagar',
  page: 'Página {page} de {pages}',
  paid: 'PAGADA',
  void: 'ANULADA',
  period: '{from} a {to}',
  allowance: 'Descuento',
  charge: 'Recargo',
  paidAmount: 'Pagado',
  creditedAmount: 'Abonado',
  terms: 'Pago hasta el {date}, sin descuento por pronto pago.',
  termsOnReceipt: 'Pago a la recepción, sin descuento por pronto pago.',
  termsWhenPaid: 'Pagada el {date}.',
  termsWhenVoid: 'Factura anulada: no hay nada que pagar.',
  termsWhenCredited: 'Abonada en su totalidad: no hay nada que pagar.',
  termsWhenDeducted: 'Deducido de la factura {number}.',
  termsWhenRefunded: 'Reembolsado.',
  termsOfRest: 'Deducidos abonos de {credited}, quedan por pagar {due}.',
  penalties:
    'La demora en el pago devenga intereses al tipo del Banco Central Europeo más 8 puntos y una compensación de 40 EUR por costes de cobro.',
  penaltiesInFrance:
    'La demora en el pago devenga intereses de tres veces el tipo legal francés y una compensación fija de 40 EUR por costes de cobro (artículo L441-10 del código de comercio francés).',
  reasons: {
    reverse_charge: 'Inversión del sujeto pasivo (artículo 196 de la directiva 2006/112/CE).',
    intra_community:
      'Entrega intracomunitaria exenta de IVA (artículo 138 de la directiva 2006/112/CE).',
    export:
      'Sin IVA: operación fuera de la Unión Europea (artículos 44 y 146 de la directiva 2006/112/CE).',
    franchise: 'IVA no aplicable, artículo 293 B del código fiscal francés.',
    small_enterprise: 'Exento de IVA: pequeña empresa (artículo 284 de la directiva 2006/112/CE).',
    exempt: 'Exento de IVA.',
    not_subject: 'No sujeto a IVA.',
  },
}

export const documentWords: Readonly<Record<DocumentLanguage, DocumentWords>> = { en, fr, de, es }

export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)

import type { DocumentLanguage } from '@atrium/contracts'
import type { ExemptionReason } from '../e-invoice/vat-category.ts'

/** The words of a document; `{…}` marks a value. */
export interface DocumentWords {
  /** For numbers and dates. */
  locale: string
  invoice: string
  creditNote: string
  about: string
  /** Of the one line of a credit note over an amount. */
  credited: string
  reason: string
  number: string
  issued: string
  due: string
  delivered: string
  seller: string
  buyer: string
  vatId: string
  taxId: string
  registration: string
  description: string
  quantity: string
  unitPrice: string
  net: string
  vat: string
  total: string
  base: string
  amountDue: string
  page: string
  paid: string
  void: string
  terms: string
  /** Of an invoice without a due date. */
  termsOnReceipt: string
  /** Of a debtor in the European Union (directive 2011/7/EU). */
  penalties: string
  /** Of a seller in France (code de commerce, L441-9 and L441-10). */
  penaltiesInFrance: string
  reasons: Readonly<Record<ExemptionReason, string>>
}

const en: DocumentWords = {
  locale: 'en-GB',
  invoice: 'Invoice',
  creditNote: 'Credit note',
  about: 'About invoice {number}',
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
  terms: 'Payment is due by {date}, without discount for early payment.',
  termsOnReceipt: 'Payment is due on receipt, without discount for early payment.',
  penalties:
    'Late payment bears interest at the reference rate of the European Central Bank plus 8 percentage points, and a compensation of 40 EUR for recovery costs.',
  penaltiesInFrance:
    'Late payment bears interest at three times the French legal rate, and a fixed compensation of 40 EUR for recovery costs (article L441-10 of the French commercial code).',
  reasons: {
    reverse_charge: 'Reverse charge: VAT is due by the customer (article 196 of directive 2006/112/EC).',
    export: 'Exempt from VAT: supply to a place outside the European Union.',
    franchise: 'VAT not applicable, article 293 B of the French tax code.',
    exempt: 'Exempt from VAT.',
    not_subject: 'Not subject to VAT.',
  },
}

const fr: DocumentWords = {
  locale: 'fr-FR',
  invoice: 'Facture',
  creditNote: 'Avoir',
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
  terms: 'Paiement au plus tard le {date}. Pas d’escompte pour paiement anticipé.',
  termsOnReceipt: 'Paiement à réception. Pas d’escompte pour paiement anticipé.',
  penalties:
    'Tout retard de paiement entraîne des intérêts au taux de la Banque centrale européenne majoré de 8 points et une indemnité de 40 EUR pour frais de recouvrement.',
  penaltiesInFrance:
    'Tout retard de paiement entraîne des pénalités égales à trois fois le taux d’intérêt légal et une indemnité forfaitaire de 40 EUR pour frais de recouvrement (article L441-10 du code de commerce).',
  reasons: {
    reverse_charge: 'Autoliquidation : TVA due par le preneur (article 196 de la directive 2006/112/CE).',
    export: 'Exonération de TVA : livraison hors de l’Union européenne.',
    franchise: 'TVA non applicable, article 293 B du code général des impôts.',
    exempt: 'Exonéré de TVA.',
    not_subject: 'Non soumis à la TVA.',
  },
}

const de: DocumentWords = {
  locale: 'de-DE',
  invoice: 'Rechnung',
  creditNote: 'Rechnungskorrektur',
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
  terms: 'Zahlbar bis {date} ohne Abzug.',
  termsOnReceipt: 'Zahlbar sofort ohne Abzug.',
  penalties:
    'Bei Zahlungsverzug gelten Zinsen von 9 Prozentpunkten über dem Basiszinssatz und eine Pauschale von 40 EUR.',
  penaltiesInFrance:
    'Bei Zahlungsverzug gelten Zinsen in Höhe des dreifachen französischen gesetzlichen Zinssatzes und eine Pauschale von 40 EUR für Beitreibungskosten (Artikel L441-10 des französischen Handelsgesetzbuchs).',
  reasons: {
    reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG).',
    export: 'Steuerfreie Leistung in ein Drittland.',
    franchise: 'Ohne Umsatzsteuer nach Artikel 293 B des französischen Steuergesetzbuchs.',
    exempt: 'Von der Umsatzsteuer befreit.',
    not_subject: 'Unterliegt nicht der Umsatzsteuer.',
  },
}

const es: DocumentWords = {
  locale: 'es-ES',
  invoice: 'Factura',
  creditNote: 'Factura rectificativa',
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
  terms: 'Pago hasta el {date}, sin descuento por pronto pago.',
  termsOnReceipt: 'Pago a la recepción, sin descuento por pronto pago.',
  penalties:
    'La demora en el pago devenga intereses al tipo del Banco Central Europeo más 8 puntos y una compensación de 40 EUR por costes de cobro.',
  penaltiesInFrance:
    'La demora en el pago devenga intereses de tres veces el tipo legal francés y una compensación fija de 40 EUR por costes de cobro (artículo L441-10 del código de comercio francés).',
  reasons: {
    reverse_charge: 'Inversión del sujeto pasivo (artículo 196 de la directiva 2006/112/CE).',
    export: 'Exento de IVA: entrega fuera de la Unión Europea.',
    franchise: 'IVA no aplicable, artículo 293 B del código fiscal francés.',
    exempt: 'Exento de IVA.',
    not_subject: 'No sujeto a IVA.',
  },
}

export const documentWords: Readonly<Record<DocumentLanguage, DocumentWords>> = { en, fr, de, es }

/** A text with its values. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)

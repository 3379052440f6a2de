import { type CustomerMapping, foldText, type ImportedField } from '@atrium/contracts'

// The headings in usual exports (contacts, invoicing programs, processors) and their words in
// English, French, German, Spanish, Italian and Dutch, folded. Earlier ones win.
const headings: Readonly<Record<ImportedField, string>> = {
  name: 'name|customer|customer name|client|client name|company|company name|organization|organisation|organization name|firma|kunde|kundenname|unternehmen|firmenname|nom|societe|raison sociale|entreprise|nom du client|cliente|nombre|razon social|empresa|nome|azienda|ragione sociale|bedrijf|bedrijfsnaam|naam|klant|display name|full name',
  email:
    'email|e mail|mail|email address|e mail address|e mail 1 value|customer email|billing email|e mail adresse|email adresse|adresse e mail|adresse email|courriel|correo|correo electronico|indirizzo email|emailadres|e mailadres',
  contactName:
    'contact|contact name|contact person|ansprechpartner|kontakt|kontaktperson|interlocuteur|personne de contact|contacto|persona de contacto|referente|contactpersoon',
  phone:
    'phone|telephone|phone number|mobile|mobile phone|phone 1 value|business phone|telefon|telefonnummer|tel|numero de telephone|telefono|telefoon|telefoonnummer|mobil|handy|portable',
  billingLine1:
    'address|address line 1|address line1|address 1|street|street address|billing address|billing street|business street|address 1 street|card address line1|strasse|anschrift|adresse|adresse 1|rue|direccion|calle|indirizzo|via|adres|straat',
  billingLine2:
    'address line 2|address line2|address 2|card address line2|adresszusatz|complement d adresse|adresse 2|direccion 2|indirizzo 2',
  billingPostalCode:
    'postal code|postcode|post code|zip|zip code|business postal code|address 1 postal code|card address zip|plz|postleitzahl|code postal|codigo postal|cap',
  billingCity:
    'city|town|business city|address 1 city|card address city|ort|stadt|ville|ciudad|poblacion|citta|plaats|stad|woonplaats',
  billingState:
    'state|region|province|county|business state|address 1 region|card address state|bundesland|departement|provincia|estado|provincie',
  billingCountry:
    'country|country code|business country region|address 1 country|card address country|land|pays|pais|paese|nazione',
  taxId:
    'vat number|vat|vat id|tax id|tax number|vat no|ust id|ust idnr|umsatzsteuer id|ustid|uid|numero de tva|numero tva|n tva|tva|tva intracommunautaire|nif|cif|nif cif|iva|partita iva|p iva|btw nummer|btw',
  currency: 'currency|wahrung|devise|moneda|divisa|valuta',
  language: 'language|sprache|langue|idioma|lingua|taal',
  notes:
    'notes|note|comment|comments|notiz|notizen|bemerkung|bemerkungen|remarque|notas|opmerkingen',
}

const knownFields: readonly (readonly [ImportedField, readonly string[]])[] = (
  Object.entries(headings) as Array<[ImportedField, string]>
).map(([field, words]) => [field, words.split('|')])

const foldHeading = (heading: string): string =>
  foldText(heading.slice(0, 200))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Guesses from headings which column holds which field. Each column fills at most one field. */
export function guessMapping(given: readonly string[]): CustomerMapping {
  const folded = given.map(foldHeading)
  const taken = new Set<number>()
  const mapping: CustomerMapping = {}
  for (const [field, words] of knownFields) {
    for (const word of words) {
      const at = folded.indexOf(word)
      if (at === -1 || taken.has(at)) continue
      taken.add(at)
      mapping[field] = given[at] ?? ''
      break
    }
  }
  return mapping
}

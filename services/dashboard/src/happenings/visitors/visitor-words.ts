import type { DocumentLanguage } from '@atrium/contracts'

/** The texts of the visitor pages. `{…}` is a placeholder. */
const en = {
  over: 'This event has ended. There are no more tickets.',
  none: 'This event has no tickets.',
  ticket: 'Ticket',
  howMany: 'How many',
  name: 'Your name',
  nameNeeded: 'Enter a name',
  email: 'Your email',
  emailNeeded: 'Enter an email address',
  emailForm: 'A mail address, such as ada@example.com',
  notSold: '{price}, not sold here',
  soldOut: 'Sold out',
  left: '{count} left',
  free: 'Free',
  fewer:
    'Not so many are left. On the waiting list you get tickets by mail as soon as they are free.',
  orderOne: 'Order the ticket',
  orderMany: 'Order {count} tickets',
  join: 'Join the waiting list',
  pay: 'Pay {price}',
  payFirst:
    'You pay on the page of the payment provider. Your seats are held meanwhile, and the tickets come by mail.',
  fewerPaid: 'Not so many are left.',
  paid: 'Thank you. Your tickets come by mail as soon as the payment is confirmed.',
  notPaid: 'The payment was cancelled. Nothing is charged.',
  confirm:
    'The seats are held for you. Open the link in the mail to {email} within 15 minutes to get the tickets.',
  confirmed: 'Your order is confirmed. The tickets are on the way to you by mail, too.',
  waits:
    'You are number {position} on the waiting list. Tickets that become free are mailed to {email}.',
  oneSent: 'Your ticket is on the way to {email}. Show the picture at the entrance.',
  manySent: 'Your tickets are on the way to {email}. Show the picture at the entrance.',
  yours: 'Your tickets',
  qrCode: 'QR code of the ticket {code}',
  used: 'Used',
  waiting: 'You are number {position} on the waiting list, for {count} × {type}.',
  leave: 'Leave the waiting list',
  leftList: 'You no longer wait for tickets.',
}
export type VisitorWords = typeof en

const words: Readonly<Record<DocumentLanguage, VisitorWords>> = {
  en,
  fr: {
    over: 'L’événement est terminé : il n’y a plus de billets.',
    none: 'Les billets ne sont pas distribués ici.',
    ticket: 'Billet',
    howMany: 'Combien',
    name: 'Votre nom',
    nameNeeded: 'Indiquez un nom',
    email: 'Votre adresse e-mail',
    emailNeeded: 'Indiquez une adresse e-mail',
    emailForm: 'Une adresse e-mail, par exemple ada@example.com',
    notSold: '{price}, pas en vente ici',
    soldOut: 'Complet',
    left: 'Encore {count}',
    free: 'Gratuit',
    fewer:
      'Il n’en reste pas assez. Sur la liste d’attente, vous recevez des billets par e-mail dès qu’ils se libèrent.',
    orderOne: 'Commander le billet',
    orderMany: 'Commander {count} billets',
    join: 'Rejoindre la liste d’attente',
    pay: 'Payer {price}',
    payFirst:
      'Vous payez sur la page du prestataire de paiement. Les places sont réservées pendant ce temps et les billets arrivent par e-mail.',
    fewerPaid: 'Il n’en reste pas assez.',
    paid: 'Merci. Vos billets arrivent par e-mail dès que le paiement est confirmé.',
    notPaid: 'Le paiement a été annulé. Rien n’est débité.',
    confirm:
      'Les places sont réservées. Ouvrez le lien de l’e-mail envoyé à {email} dans les 15 minutes pour recevoir les billets.',
    confirmed: 'Votre commande est confirmée. Les billets vous parviennent aussi par e-mail.',
    waits:
      'Vous êtes au rang {position} de la liste d’attente. Les billets qui se libèrent sont envoyés à {email}.',
    oneSent: 'Votre billet est en route vers {email}. Présentez l’image à l’entrée.',
    manySent: 'Vos billets sont en route vers {email}. Présentez l’image à l’entrée.',
    yours: 'Vos billets',
    qrCode: 'Code QR du billet {code}',
    used: 'Utilisé',
    waiting: 'Vous êtes au rang {position} de la liste d’attente, pour {count} × {type}.',
    leave: 'Quitter la liste d’attente',
    leftList: 'Vous n’attendez plus de billets.',
  },
  de: {
    over: 'Die Veranstaltung ist vorbei: Es gibt keine Tickets mehr.',
    none: 'Hier gibt es keine Tickets.',
    ticket: 'Ticket',
    howMany: 'Anzahl',
    name: 'Ihr Name',
    nameNeeded: 'Bitte geben Sie einen Namen an',
    email: 'Ihre E-Mail-Adresse',
    emailNeeded: 'Bitte geben Sie eine E-Mail-Adresse an',
    emailForm: 'Eine E-Mail-Adresse, zum Beispiel ada@example.com',
    notSold: '{price}, hier nicht erhältlich',
    soldOut: 'Ausverkauft',
    left: 'Noch {count}',
    free: 'Kostenlos',
    fewer:
      'So viele sind nicht mehr frei. Auf der Warteliste erhalten Sie Tickets per E-Mail, sobald welche frei werden.',
    orderOne: 'Ticket bestellen',
    orderMany: '{count} Tickets bestellen',
    join: 'Auf die Warteliste',
    pay: '{price} bezahlen',
    payFirst:
      'Sie bezahlen auf der Seite des Zahlungsdienstes. Die Plätze sind solange für Sie reserviert, die Tickets kommen per E-Mail.',
    fewerPaid: 'So viele sind nicht mehr frei.',
    paid: 'Danke. Ihre Tickets kommen per E-Mail, sobald die Zahlung bestätigt ist.',
    notPaid: 'Die Zahlung wurde abgebrochen. Es wird nichts abgebucht.',
    confirm:
      'Die Plätze sind für Sie reserviert. Öffnen Sie innerhalb von 15 Minuten den Link in der E-Mail an {email}, um die Tickets zu erhalten.',
    confirmed: 'Ihre Bestellung ist bestätigt. Die Tickets kommen auch per E-Mail.',
    waits: 'Sie sind auf Platz {position} der Warteliste. Frei werdende Tickets gehen an {email}.',
    oneSent: 'Ihr Ticket ist unterwegs an {email}. Zeigen Sie das Bild am Eingang.',
    manySent: 'Ihre Tickets sind unterwegs an {email}. Zeigen Sie das Bild am Eingang.',
    yours: 'Ihre Tickets',
    qrCode: 'QR-Code des Tickets {code}',
    used: 'Eingelöst',
    waiting: 'Sie sind auf Platz {position} der Warteliste, für {count} × {type}.',
    leave: 'Warteliste verlassen',
    leftList: 'Sie warten nicht mehr auf Tickets.',
  },
  es: {
    over: 'Ha terminado: ya no hay entradas.',
    none: 'Aquí no se dan entradas.',
    ticket: 'Entrada',
    howMany: 'Cuántas',
    name: 'Su nombre',
    nameNeeded: 'Indique un nombre',
    email: 'Su correo electrónico',
    emailNeeded: 'Indique un correo electrónico',
    emailForm: 'Un correo electrónico, como ada@example.com',
    notSold: '{price}, no se vende aquí',
    soldOut: 'Agotada',
    left: 'Quedan {count}',
    free: 'Gratis',
    fewer:
      'No quedan tantas. En la lista de espera recibe entradas por correo en cuanto queden libres.',
    orderOne: 'Pedir la entrada',
    orderMany: 'Pedir {count} entradas',
    join: 'Unirse a la lista de espera',
    pay: 'Pagar {price}',
    payFirst:
      'Paga en la página del proveedor de pagos. Las plazas quedan reservadas mientras tanto y las entradas llegan por correo.',
    fewerPaid: 'No quedan tantas.',
    paid: 'Gracias. Sus entradas llegan por correo en cuanto se confirme el pago.',
    notPaid: 'El pago se ha cancelado. No se cobra nada.',
    confirm:
      'Las plazas quedan reservadas. Abra el enlace del correo enviado a {email} antes de 15 minutos para recibir las entradas.',
    confirmed: 'Su pedido está confirmado. Las entradas también le llegan por correo.',
    waits:
      'Es el número {position} de la lista de espera. Las entradas libres se envían a {email}.',
    oneSent: 'Su entrada va de camino a {email}. Muestre la imagen en la puerta.',
    manySent: 'Sus entradas van de camino a {email}. Muestre la imagen en la puerta.',
    yours: 'Sus entradas',
    qrCode: 'Código QR de la entrada {code}',
    used: 'Usada',
    waiting: 'Es el número {position} de la lista de espera, para {count} × {type}.',
    leave: 'Dejar la lista de espera',
    leftList: 'Ya no espera entradas.',
  },
}

/**
 * Returns the texts in the organisation's language, or in English if this page does not have that
 * language yet.
 */
export const visitorWords = (language: DocumentLanguage): VisitorWords => words[language] ?? en

/** Fills the placeholders of a text. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))

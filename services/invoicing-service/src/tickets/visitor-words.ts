import type { DocumentLanguage } from '@atrium/contracts'

/** The words of mails to visitors; `{…}` marks a value. */
export interface VisitorWords {
  /** For dates. */
  locale: string
  hello: string
  ticketSubject: string
  ticketsSubject: string
  ticket: string
  tickets: string
  showOne: string
  showEach: string
  waitingSubject: string
  waiting: string
  waitingPromise: string
  leave: string
  cancelledSubject: string
  cancelled: string
  cancelledTickets: string
}

export const visitorWords: Readonly<Record<DocumentLanguage, VisitorWords>> = {
  en: {
    locale: 'en-GB',
    hello: 'Hello {name},',
    ticketSubject: 'Your ticket: {title}',
    ticketsSubject: 'Your tickets: {title}',
    ticket: 'this is your ticket for {title}:',
    tickets: 'these are your {count} tickets for {title}:',
    showOne: 'Show the picture or the code at the entrance. It admits one person, once.',
    showEach: 'Show the picture or the code at the entrance. Each code admits one person, once.',
    waitingSubject: 'On the waiting list: {title}',
    waiting: 'you wait for {count} × {type} for {title}:',
    waitingPromise: 'Tickets that become free come by mail, without another question.',
    leave: 'Leave the waiting list: {link}',
    cancelledSubject: 'Cancelled: {title}',
    cancelled: '{title} does not take place:',
    cancelledTickets: 'Tickets for it are no longer valid.',
  },
  fr: {
    locale: 'fr-FR',
    hello: 'Bonjour {name},',
    ticketSubject: 'Votre billet : {title}',
    ticketsSubject: 'Vos billets : {title}',
    ticket: 'voici votre billet pour {title} :',
    tickets: 'voici vos {count} billets pour {title} :',
    showOne: 'Présentez l’image ou le code à l’entrée. Il admet une personne, une fois.',
    showEach: 'Présentez l’image ou le code à l’entrée. Chaque code admet une personne, une fois.',
    waitingSubject: 'Sur la liste d’attente : {title}',
    waiting: 'vous attendez {count} × {type} pour {title} :',
    waitingPromise: 'Les billets qui se libèrent arrivent par courriel, sans autre question.',
    leave: 'Quitter la liste d’attente : {link}',
    cancelledSubject: 'Annulé : {title}',
    cancelled: '{title} n’a pas lieu :',
    cancelledTickets: 'Les billets ne sont plus valables.',
  },
  de: {
    locale: 'de-DE',
    hello: 'Guten Tag {name},',
    ticketSubject: 'Ihr Ticket: {title}',
    ticketsSubject: 'Ihre Tickets: {title}',
    ticket: 'hier ist Ihr Ticket für {title}:',
    tickets: 'hier sind Ihre {count} Tickets für {title}:',
    showOne: 'Zeigen Sie das Bild oder den Code am Eingang. Er gilt einmal für eine Person.',
    showEach: 'Zeigen Sie das Bild oder den Code am Eingang. Jeder Code gilt einmal für eine Person.',
    waitingSubject: 'Auf der Warteliste: {title}',
    waiting: 'Sie warten auf {count} × {type} für {title}:',
    waitingPromise: 'Frei werdende Tickets kommen ohne Rückfrage per E-Mail.',
    leave: 'Warteliste verlassen: {link}',
    cancelledSubject: 'Abgesagt: {title}',
    cancelled: '{title} findet nicht statt:',
    cancelledTickets: 'Die Tickets sind nicht mehr gültig.',
  },
  es: {
    locale: 'es-ES',
    hello: 'Hola, {name}:',
    ticketSubject: 'Su entrada: {title}',
    ticketsSubject: 'Sus entradas: {title}',
    ticket: 'esta es su entrada para {title}:',
    tickets: 'estas son sus {count} entradas para {title}:',
    showOne: 'Muestre la imagen o el código en la puerta. Admite a una persona, una vez.',
    showEach: 'Muestre la imagen o el código en la puerta. Cada código admite a una persona, una vez.',
    waitingSubject: 'En la lista de espera: {title}',
    waiting: 'usted espera {count} × {type} para {title}:',
    waitingPromise: 'Las entradas que queden libres llegan por correo, sin otra pregunta.',
    leave: 'Dejar la lista de espera: {link}',
    cancelledSubject: 'Cancelado: {title}',
    cancelled: '{title} no se celebra:',
    cancelledTickets: 'Las entradas ya no son válidas.',
  },
}

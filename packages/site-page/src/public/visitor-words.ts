import type { DocumentLanguage } from '@atrium/contracts'

const en = {
  need: 'What do you need?',
  askQuote: 'Ask for a quote',
  name: 'Your name',
  email: 'Your email',
  nameNeeded: 'Enter a name',
  emailNeeded: 'Enter an email address, for example ada@example.com',
  later: 'There were too many requests. Try again in an hour.',
  failed: 'Something went wrong. Try again later.',
  thanks: 'Thank you',
  received: 'Your request has been received. You will get a reply by mail.',
  back: 'Back to {name}',
  messageNeeded: 'Enter a few words',
}
export type VisitorWords = typeof en

/** The texts around forms for visitors. `{…}` marks a placeholder. */
export const visitorWords: Readonly<Record<DocumentLanguage, VisitorWords>> = {
  en,
  fr: {
    need: 'De quoi avez-vous besoin ?',
    askQuote: 'Demander un devis',
    name: 'Votre nom',
    email: 'Votre adresse e-mail',
    nameNeeded: 'Indiquez un nom',
    emailNeeded: 'Indiquez une adresse e-mail, par exemple ada@example.com',
    later: 'Il y a eu trop de demandes. Réessayez dans une heure.',
    failed: 'Un problème est survenu. Réessayez plus tard.',
    thanks: 'Merci',
    received: 'Votre demande est bien arrivée. Vous recevrez une réponse par e-mail.',
    back: 'Retour à {name}',
    messageNeeded: 'Écrivez quelques mots',
  },
  de: {
    need: 'Was brauchen Sie?',
    askQuote: 'Angebot anfragen',
    name: 'Ihr Name',
    email: 'Ihre E-Mail-Adresse',
    nameNeeded: 'Bitte geben Sie einen Namen an',
    emailNeeded: 'Bitte geben Sie eine E-Mail-Adresse an, zum Beispiel ada@example.com',
    later: 'Es gab zu viele Anfragen. Versuchen Sie es in einer Stunde noch einmal.',
    failed: 'Etwas ist schiefgegangen. Versuchen Sie es später noch einmal.',
    thanks: 'Vielen Dank',
    received: 'Ihre Anfrage ist angekommen. Sie erhalten eine Antwort per E-Mail.',
    back: 'Zurück zu {name}',
    messageNeeded: 'Bitte schreiben Sie ein paar Worte',
  },
  es: {
    need: '¿Qué necesita?',
    askQuote: 'Pedir un presupuesto',
    name: 'Su nombre',
    email: 'Su correo electrónico',
    nameNeeded: 'Indique un nombre',
    emailNeeded: 'Indique un correo electrónico, como ada@example.com',
    later: 'Ha habido demasiadas solicitudes. Inténtelo de nuevo dentro de una hora.',
    failed: 'Algo ha fallado. Inténtelo más tarde.',
    thanks: 'Gracias',
    received: 'Su solicitud ha llegado. Recibirá una respuesta por correo.',
    back: 'Volver a {name}',
    messageNeeded: 'Escriba unas palabras',
  },
}

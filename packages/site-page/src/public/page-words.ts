import type { DocumentLanguage } from '@atrium/contracts'

interface Words {
  readonly privacy: string
  readonly imprint: string
  readonly products: string
  readonly events: string
  readonly more: string
  readonly notFound: readonly [title: string, message: string]
  readonly unavailable: readonly [title: string, message: string]
}

const en = {
  privacy: 'Privacy',
  imprint: 'Imprint',
  products: 'Products',
  events: 'Events',
  more: 'Show more',
  notFound: [
    'Page not found',
    'There is nothing at this address. Check the link, or ask the person who sent it to you.',
  ],
  unavailable: ['This page is not available right now', 'Try again in a minute.'],
} satisfies Words

/** The texts around a page's content. */
export const pageWords: Readonly<Record<DocumentLanguage, Words>> = {
  en,
  fr: {
    privacy: 'Confidentialité',
    imprint: 'Mentions légales',
    products: 'Produits',
    events: 'Événements',
    more: 'Afficher la suite',
    notFound: [
      'Page introuvable',
      'Il n’y a rien à cette adresse. Vérifiez le lien ou demandez à la personne qui vous l’a envoyé.',
    ],
    unavailable: ['Cette page n’est pas disponible pour le moment', 'Réessayez dans une minute.'],
  },
  de: {
    privacy: 'Datenschutz',
    imprint: 'Impressum',
    products: 'Produkte',
    events: 'Veranstaltungen',
    more: 'Mehr anzeigen',
    notFound: [
      'Seite nicht gefunden',
      'Unter dieser Adresse gibt es nichts. Prüfen Sie den Link oder fragen Sie, wer ihn geschickt hat.',
    ],
    unavailable: [
      'Diese Seite ist gerade nicht verfügbar',
      'Versuchen Sie es in einer Minute noch einmal.',
    ],
  },
  es: {
    privacy: 'Privacidad',
    imprint: 'Aviso legal',
    products: 'Productos',
    events: 'Eventos',
    more: 'Mostrar más',
    notFound: [
      'Página no encontrada',
      'No hay nada en esta dirección. Compruebe el enlace o pregunte a quien se lo envió.',
    ],
    unavailable: ['Esta página no está disponible ahora', 'Inténtelo de nuevo en un minuto.'],
  },
}

import type { DocumentLanguage } from '@atrium/contracts'

const en = {
  privacy: 'Privacy',
  imprint: 'Imprint',
  products: 'Products',
  events: 'Events',
  more: 'Show more',
}

/** The texts around a page's content. */
export const pageWords: Readonly<Record<DocumentLanguage, typeof en>> = {
  en,
  fr: {
    privacy: 'Confidentialité',
    imprint: 'Mentions légales',
    products: 'Produits',
    events: 'Événements',
    more: 'Afficher la suite',
  },
  de: {
    privacy: 'Datenschutz',
    imprint: 'Impressum',
    products: 'Produkte',
    events: 'Veranstaltungen',
    more: 'Mehr anzeigen',
  },
  es: {
    privacy: 'Privacidad',
    imprint: 'Aviso legal',
    products: 'Productos',
    events: 'Eventos',
    more: 'Mostrar más',
  },
}

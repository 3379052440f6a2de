import { DocumentLanguage, type OrgSettings } from '@atrium/contracts'
import {
  answerMessage,
  answerPage,
  html,
  publicPath,
  renderPublicPage,
} from '@atrium/site-page/public'

const en = {
  unsubscribe: 'Unsubscribe',
  ask: '{name} will send no more mails to {address}. Invoices and tickets that you ordered still arrive.',
  done: 'You are unsubscribed',
  doneLead: '{name} sends no more mails to {address}.',
}

const words: Readonly<Record<DocumentLanguage, typeof en>> = {
  en,
  fr: {
    unsubscribe: 'Se désabonner',
    ask: '{name} n’enverra plus d’e-mails à {address}. Les factures et les billets que vous commandez arrivent toujours.',
    done: 'Vous êtes désabonné',
    doneLead: '{name} n’envoie plus d’e-mails à {address}.',
  },
  de: {
    unsubscribe: 'Abmelden',
    ask: '{name} schickt dann keine E-Mails mehr an {address}. Rechnungen und bestellte Tickets kommen weiterhin.',
    done: 'Sie sind abgemeldet',
    doneLead: '{name} schickt keine E-Mails mehr an {address}.',
  },
  es: {
    unsubscribe: 'Darse de baja',
    ask: '{name} no enviará más correos a {address}. Las facturas y las entradas que pida seguirán llegando.',
    done: 'Se ha dado de baja',
    doneLead: '{name} ya no envía correos a {address}.',
  },
}

interface Recipient {
  readonly name: string
  readonly slug: string
  readonly address: string
}

/**
 * Responds with the page of an unsubscribe link in the organisation's design. Only the button
 * unsubscribes, because link checkers open the page as well.
 */
export function answerUnsubscribe(
  request: Request,
  apiUrl: string,
  { name: orgName, slug, address }: Recipient,
  { settings, isDone }: { settings: OrgSettings; isDone: boolean },
): Response {
  const language = DocumentLanguage.catch('en').parse(new Intl.Locale(settings.locale).language)
  const name = settings.publicName ?? orgName
  const { unsubscribe, ask, done, doneLead } = words[language]
  const lead = (isDone ? doneLead : ask)
    .replace('{name}', () => name)
    .replace('{address}', () => address)
  const title = isDone ? done : unsubscribe
  const page = renderPublicPage(
    apiUrl,
    { slug, name, language, settings },
    {
      title,
      description: '',
      path: publicPath(slug),
      isIndexed: false,
      content: html`<h1>${title}</h1>
<p dir="auto">${lead}</p>
${!isDone && html`<form method="post"><button type="submit" class="button">${unsubscribe}</button></form>`}`,
    },
  )
  return answerPage(request, page, { isShared: false })
}

/** Responds to an unsubscribe link that nobody was sent. */
export const answerUnknownLink = (request: Request): Response =>
  answerMessage(request, 404, [
    'This link does not work',
    'It may be incomplete. Copy the whole link from the mail into the address bar.',
  ])

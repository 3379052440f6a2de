import type { DocumentLanguage } from '@atrium/contracts'

const en = {
  subject: 'Estimate {number}',
  subjectFrom: 'Estimate {number} from {seller}',
  text: 'Estimate {number} for {amount} is attached as a PDF.',
  until: 'You can accept it until {date}.',
  view: 'View the estimate',
}

/** The texts in mails about estimates. `{…}` marks a placeholder. */
export const estimateWords: Readonly<Record<DocumentLanguage, typeof en>> = {
  en,
  fr: {
    subject: 'Devis {number}',
    subjectFrom: 'Devis {number} de {seller}',
    text: 'Vous trouverez ci-joint le devis {number} d’un montant de {amount}.',
    until: 'Vous pouvez l’accepter jusqu’au {date}.',
    view: 'Voir le devis',
  },
  de: {
    subject: 'Angebot {number}',
    subjectFrom: 'Angebot {number} von {seller}',
    text: 'Das Angebot {number} über {amount} finden Sie im Anhang als PDF.',
    until: 'Sie können es bis zum {date} annehmen.',
    view: 'Angebot ansehen',
  },
  es: {
    subject: 'Presupuesto {number}',
    subjectFrom: 'Presupuesto {number} de {seller}',
    text: 'Adjuntamos en PDF el presupuesto {number} por un importe de {amount}.',
    until: 'Puede aceptarlo hasta el {date}.',
    view: 'Ver el presupuesto',
  },
}

import type { DocumentLanguage } from '@atrium/contracts'

const en = {
  qrCode: 'QR code of the ticket {code}',
  used: 'Used on {time}',
  confirmLead: 'Your seats are held for you. Confirm your order to get the tickets.',
  confirm: 'Confirm the order',
  waiting: 'You are number {position} on the waiting list, for {count} × {type}.',
  leave: 'Leave the waiting list',
  leftList: 'You no longer wait for tickets.',
}

/** The texts on the pages for holders of tickets. `{…}` marks a placeholder. */
export const ticketPageWords: Readonly<Record<DocumentLanguage, typeof en>> = {
  en,
  fr: {
    qrCode: 'Code QR du billet {code}',
    used: 'Utilisé le {time}',
    confirmLead: 'Les places sont réservées. Confirmez la commande pour recevoir les billets.',
    confirm: 'Confirmer la commande',
    waiting: 'Vous êtes au rang {position} de la liste d’attente, pour {count} × {type}.',
    leave: 'Quitter la liste d’attente',
    leftList: 'Vous n’attendez plus de billets.',
  },
  de: {
    qrCode: 'QR-Code des Tickets {code}',
    used: 'Eingelöst am {time}',
    confirmLead:
      'Die Plätze sind für Sie reserviert. Bestätigen Sie die Bestellung, um die Tickets zu erhalten.',
    confirm: 'Bestellung bestätigen',
    waiting: 'Sie sind auf Platz {position} der Warteliste, für {count} × {type}.',
    leave: 'Warteliste verlassen',
    leftList: 'Sie warten nicht mehr auf Tickets.',
  },
  es: {
    qrCode: 'Código QR de la entrada {code}',
    used: 'Usada el {time}',
    confirmLead: 'Las plazas están reservadas. Confirme el pedido para recibir las entradas.',
    confirm: 'Confirmar el pedido',
    waiting: 'Es el número {position} de la lista de espera, para {count} × {type}.',
    leave: 'Dejar la lista de espera',
    leftList: 'Ya no espera entradas.',
  },
}

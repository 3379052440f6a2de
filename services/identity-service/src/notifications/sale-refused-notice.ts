import { buttonMail, type NewMail, plainName } from '@atrium/mailer'

const day = 86_400

/** What is wrong and what to do, by the error code. */
const causes: Readonly<Record<string, string>> = {
  charges_not_enabled:
    'Your payment account cannot take payments. Connect it, or complete its details at the payment provider.',
  account_mismatch:
    'The price was saved for another payment account. Open the product and save it again.',
  amount_not_chargeable:
    'The payment provider does not accept this price. Open the product and change its price.',
  offer_invalid:
    'The payment provider does not accept the product. Open the product, check its name and price, and save it again.',
}
const unknownCause =
  'The payment provider did not open the payment page. Check the product, and your account at the payment provider.'

/**
 * Tells an owner or admin that a customer could not buy a product because of the organisation’s
 * set-up. The customer saw a neutral sentence.
 */
export function saleRefusedNotice(
  eventId: string,
  recipient: string,
  sale: { orgId: string; offerId: string; name: string; code: string; dashboardUrl: string },
): NewMail {
  const name = plainName(sale.name, 100)
  const isAccount = sale.code === 'charges_not_enabled'
  const page = isAccount ? '/settings/payments' : `/products/${sale.offerId}`
  return {
    key: `sale-refused:${eventId}:${recipient}`,
    orgId: sale.orgId,
    recipient,
    subject: `A customer could not buy ${name}`,
    ...buttonMail({
      paragraphs: [
        `A customer wanted to buy ${name} online, and could not.`,
        causes[sale.code] ?? unknownCause,
        'The customer was asked to contact you. For the same cause we write at most once a day.',
      ],
      button: {
        label: isAccount ? 'Open the payment account' : 'Open the product',
        url: sale.dashboardUrl + page,
      },
    }),
    usefulForSeconds: 2 * day,
  }
}

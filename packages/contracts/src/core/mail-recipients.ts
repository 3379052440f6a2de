/** The most recipients of one mail. */
export const mailRecipientsAtMost = 50

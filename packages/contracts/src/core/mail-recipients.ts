/** The recipients for one mail, or for one post by mail. */
export const mailRecipientsAtMost = 50

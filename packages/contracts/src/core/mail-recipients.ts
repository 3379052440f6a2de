/** Recipients of one mail, or of one post by mail. */
export const mailRecipientsAtMost = 50

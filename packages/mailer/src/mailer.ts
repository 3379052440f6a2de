/** A file of a mail. */
export interface MailAttachment {
  name: string
  contentType: string
  /** In base64, as mail APIs take it. */
  content: string
}

/** One mail. */
export interface Mail {
  to: string
  /** More recipients, whom every recipient sees. */
  alsoTo?: readonly string[] | undefined
  cc?: readonly string[] | undefined
  attachments?: readonly MailAttachment[] | undefined
  subject: string
  text: string
  replyTo?: string | undefined
  /** The address of one recipient's page to unsubscribe, which also takes the one-click POST of RFC 8058. */
  unsubscribeUrl?: string | undefined
  /** Unique per mail; sending with the same key again must not deliver a second one. At most 256 characters. */
  idempotencyKey: string
}

export interface Receipt {
  /** `sent` by a provider, or `captured` where no provider is configured. */
  outcome: 'sent' | 'captured'
  /** The provider's id of the mail, or the file that it was captured in. */
  reference: string
}

/** The port that mail leaves through. */
export interface Mailer {
  /** Throws `MailError`, which says whether another attempt makes sense. */
  send(mail: Mail, signal?: AbortSignal): Promise<Receipt>
}

export interface MailAttachment {
  name: string
  contentType: string
  /** In base64, as mail APIs expect it. */
  content: string
  /** Set if the HTML shows the file, as `cid:<contentId>`. */
  contentId?: string
}

export interface Mail {
  to: string
  /** More recipients. All recipients see each other. */
  alsoTo?: readonly string[] | undefined
  cc?: readonly string[] | undefined
  attachments?: readonly MailAttachment[] | undefined
  subject: string
  text: string
  /** The same mail as HTML. Mail programs prefer it to the text if they show HTML. */
  html?: string | undefined
  replyTo?: string | undefined
  /**
   * The address of one recipient's unsubscribe page. It also accepts the one-click POST of RFC
   * 8058.
   */
  unsubscribeUrl?: string | undefined
  /**
   * Unique per mail. A second send with the same key must not deliver again. At most 256
   * characters.
   */
  idempotencyKey: string
}

export interface Receipt {
  /** `sent` by a provider, or `captured` if no provider is configured. */
  outcome: 'sent' | 'captured'
  /** The provider's mail id, the message id at a mail server, or the file of the captured mail. */
  reference: string
  /** How many of several recipients the mail server refused. The others have the mail. */
  refusedRecipients?: number
}

/** The port for outgoing mail. */
export interface Mailer {
  /** Sends a mail. Throws `MailError`, which says if a retry makes sense. */
  send(mail: Mail, signal?: AbortSignal): Promise<Receipt>
}

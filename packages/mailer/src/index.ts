export { type ButtonMail, buttonMail } from './button-mail.ts'
export { capturingMailer } from './capturing-mailer.ts'
export { createMailer, mailerOptions } from './create-mailer.ts'
export {
  hasRoomForMails,
  mostMailsAnHour,
  queueOrDelay,
  queueWithinLimit,
} from './hourly-limit.db.ts'
export { type HttpMailerOptions, httpMailer, sandboxSender } from './http-mailer.ts'
export { MailError } from './mail-error.ts'
export {
  addMailHtml,
  createMailQueue,
  deleteSettledMails,
  type MailQueueTable,
  type NewMail,
  oneLine,
  plainName,
  queueMails,
  unlinkText,
} from './mail-queue.db.ts'
export { type ComposeMail, mailSender } from './mail-sender.ts'
export type { Mail, MailAttachment, Mailer, Receipt } from './mailer.ts'
export { type SmtpMailerOptions, smtpMailer } from './smtp-mailer.ts'
export { strangerText } from './stranger-text.ts'

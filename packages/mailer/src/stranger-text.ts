import { oneLine, plainName } from './mail-queue.db.ts'

/**
 * Returns the mail text for somebody outside an organisation, with who sent it and how to
 * unsubscribe.
 */
export function strangerText(
  text: string,
  sender: { name: string; address: string },
  unsubscribeUrl: string,
): string {
  const from = [plainName(sender.name, 200), oneLine(sender.address, 300)].filter(
    (part) => part !== '',
  )
  return `${text.trimEnd()}\n\n-- \nSent by ${from.join(', ')}\nUnsubscribe: ${unsubscribeUrl}\n`
}

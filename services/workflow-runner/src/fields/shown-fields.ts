import type { EmittedField, FieldType, fieldTypes, ItemFile } from '@atrium/contracts'

type Shown<T> = Omit<EmittedField, 'name' | 'example'> & { example: T }

const shownAs =
  <T>(type: FieldType) =>
  (label: string, example: T): Shown<T> => ({ label, type, example })

/** Lists fixed values with their words. */
const toOptions = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Declares a text with fixed values. `example` is one of them. */
export const choice = <V extends string>(
  label: string,
  example: NoInfer<V>,
  words: Readonly<Record<V, string>>,
): Shown<string> => ({ label, type: 'text', example, options: toOptions(words) })

/** Declares how a page names and shows a field, with a realistic example. */
export const field = {
  text: shownAs<string>('text'),
  number: shownAs<number>('number'),
  /** Minor units. The node also emits a `currency` field. */
  money: shownAs<number>('money'),
  currency: shownAs<string>('currency'),
  /** An ISO 8601 time. */
  date: shownAs<string>('date'),
  /** `YYYY-MM-DD` */
  day: shownAs<string>('day'),
  boolean: shownAs<boolean>('boolean'),
  email: shownAs<string>('email'),
  url: shownAs<string>('url'),
  id: shownAs<string>('id'),
  file: shownAs<ItemFile>('file'),
  list: shownAs<readonly unknown[]>('list'),
  object: shownAs<Readonly<Record<string, unknown>>>('object'),
} satisfies Record<(typeof fieldTypes)[number], unknown>

/** Returns the fields in declaration order, for `emits`. */
export const emitted = (fields: Readonly<Record<string, Shown<unknown>>>): EmittedField[] =>
  Object.entries(fields).map(([name, shown]) => ({ name, ...shown }))

/** Fields that many nodes write. */
export const common = {
  title: field.text('Title', 'Order from Kunsthalle'),
  rawContent: field.text('Text', 'Please send us 40 rolls on Friday morning.'),
  url: field.url('Web address', 'https://kunsthalle.example/news/spring-fair'),
  contentType: field.text('Content type', 'text/html'),
  taskId: field.id('Card', 'tsk_01k2m8f3q7'),
  truncated: field.boolean('Was shortened', false),
  problem: field.text('Why the text is missing', 'The file was deleted'),
  summary: field.text('Summary', 'The spring fair opens on 4 May with forty exhibitors.'),
  tags: field.list('Tags', ['fair', 'events']),
  image: field.url('Picture', 'https://kunsthalle.example/fair.jpg'),
  declineReason: field.text('Why it was declined', 'The page asks for a login'),
  files: field.list('Files', [
    {
      fileId: 'file_5f0c3c2f7c0f4c0e8a1d9b2e6f7a8b9c',
      name: 'order.pdf',
      contentType: 'application/pdf',
      bytes: 48_211,
    },
  ]),
}

const labels: Readonly<Record<string, string>> = {
  title: 'Title',
  body: 'Notes',
  status: 'Status',
  dueDate: 'Due date',
  tags: 'Tags',
  fields: 'Details',
  post: 'Post',
  destination: 'Destination',
  assignee: 'Assignee',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  role: 'Role',
  website: 'Website',
}

const findLabel = (name: string): string | undefined =>
  Object.hasOwn(labels, name) ? labels[name] : undefined

/** A field of a card in plain words: that of the API, or a free one after `fields.`. */
export function fieldLabel(field: string): string {
  const name = field.replace(/^fields\./, '')
  const plain = name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
  return findLabel(name) ?? plain.slice(0, 1).toUpperCase() + plain.slice(1).toLowerCase()
}

/** An address that a person may follow from a card; undefined for anything but http and https. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined
}

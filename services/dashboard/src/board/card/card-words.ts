const labels: Readonly<Record<string, string>> = {
  title: 'Title',
  body: 'Notes',
  status: 'Status',
  dueDate: 'Due date',
  tags: 'Tags',
  fields: 'Details',
  post: 'Post',
  destination: 'Destination',
  assigneeId: 'Assignee',
  customerId: 'Customer',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  role: 'Role',
  website: 'Website',
}

const findLabel = (name: string): string | undefined =>
  Object.hasOwn(labels, name) ? labels[name] : undefined

/** Returns the label of a card's field. A free field's name starts with `fields.`. */
export function fieldLabel(field: string): string {
  const name = field.replace(/^fields\./, '')
  const plain = name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
  return findLabel(name) ?? plain.slice(0, 1).toUpperCase() + plain.slice(1).toLowerCase()
}

/** Returns an address if it is safe to link to. Undefined unless the scheme is http or https. */
export function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined
}

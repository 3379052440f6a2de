import type { Invoice } from '@atrium/contracts'
import type { Tagged } from '../platform/tagged.ts'
import { Editor } from './editor.tsx'
import { draftOf } from './invoice-draft.ts'

/** The editor of a stored draft. */
export const DraftEditor = ({
  invoice,
  onFinalize,
}: {
  invoice: Tagged<Invoice>
  onFinalize: () => void
}) => (
  <Editor
    name={invoice.id}
    invoice={invoice}
    initial={draftOf(invoice)}
    onSaved={(_saved, toFinalize) => toFinalize && onFinalize()}
  />
)

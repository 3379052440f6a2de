import { toWords } from '@atrium/workflow-rules'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import type { Removal } from './use-edits.ts'

const mostShown = 20

/** Asks before it removes steps if other steps use their values, and lists these steps. */
export function RemoveDialog({ removal, onClose }: { removal: Removal; onClose: () => void }) {
  const { uses, confirm } = removal
  const names = [...new Set(uses.map(({ name }) => name))]
  const places = [
    ...new Map(
      uses.map(({ node, path }) => [
        `${node.id} ${toWords(path)}`,
        { step: node.name, field: toWords(path) },
      ]),
    ),
  ]
  const [only] = names.length === 1 ? names : []
  return (
    <QuestionDialog
      title={only === undefined ? 'Delete these steps?' : `Delete the step “${only}”?`}
      action="Delete"
      error={null}
      pending={false}
      onClose={onClose}
      onConfirm={() => {
        confirm()
        onClose()
      }}
    >
      Other steps use {only === undefined ? 'their' : 'its'} values and need a change afterwards:
      <ul>
        {places.slice(0, mostShown).map(([key, { step, field }]) => (
          <li key={key}>
            <bdi>{step}</bdi>, {field}
          </li>
        ))}
      </ul>
      {places.length > mostShown && `And ${places.length - mostShown} more.`}
    </QuestionDialog>
  )
}

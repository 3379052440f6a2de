import { Kbd, Modal } from '@mantine/core'
import { apple } from '../../platform/apple.ts'
import classes from './shell.module.css'
import { usePlaces } from './use-places.ts'

const general = [
  ['Find anything', [apple ? '⌘' : 'Ctrl', 'K']],
  ['New card', ['c']],
  ['This list', ['?']],
  ['Between cards', ['←', '↑', '↓', '→']],
  ['Pick a card up, put it down', ['Space']],
  ['Move a post in the calendar', ['Alt', '←', '↑', '↓', '→']],
  ['Next and previous post to review', ['j', 'k']],
  ['Approve, choose, edit it', ['a', 'x', 'e']],
  ['Select a card', ['x']],
  ['Select up to a card', ['Shift', 'x']],
  ['Search the cards', ['/']],
  ['Canvas: add a node, connect it', ['a', 'l']],
  ['Canvas: add a note, arrange', ['n', 't']],
  ['Canvas: undo, save', [apple ? '⌘' : 'Ctrl', 'Z', 'S']],
  ['Canvas: copy, paste, duplicate', [apple ? '⌘' : 'Ctrl', 'C', 'V', 'D']],
  ['Close', ['Esc']],
] as const

/** The keys of the application. */
export const ShortcutList = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Keyboard shortcuts" size="sm">
    {[...general, ...usePlaces().map(({ label, key }) => [`Go to ${label}`, ['g', key]] as const)].map(
      ([label, keys]) => (
        <div key={label} className={classes.key}>
          <span>{label}</span>
          <span>
            {keys.map((key) => (
              <Kbd key={key} ml={4}>
                {key}
              </Kbd>
            ))}
          </span>
        </div>
      ),
    )}
  </Modal>
)

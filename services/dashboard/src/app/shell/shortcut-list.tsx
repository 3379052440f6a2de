import { Box, Kbd, Modal } from '@mantine/core'
import { apple } from '../../platform/page-facts.ts'
import classes from './shortcut-list.module.css'
import { usePlaces } from './use-places.ts'

type Shortcut = readonly [label: string, keys: readonly string[]]

const command = apple ? '⌘' : 'Ctrl'
const groups: readonly (readonly [title: string, shortcuts: readonly Shortcut[]])[] = [
  [
    'Everywhere',
    [
      ['Find anything', [command, 'K']],
      ['New record of this page, else a new card', ['c']],
      ['Close', ['Esc']],
      ['Send a post or a note', [command, 'Enter']],
      ['This list', ['?']],
    ],
  ],
  [
    'Board',
    [
      ['Between cards', ['←', '↑', '↓', '→']],
      ['Pick up or drop a card', ['Space']],
      ['Select a card', ['x']],
      ['Select up to a card', ['Shift', 'x']],
      ['Search the cards', ['/']],
    ],
  ],
  [
    'Posts',
    [
      ['Move a post in the calendar', ['Alt', '←', '↑', '↓', '→']],
      ['Next post to review', ['j']],
      ['Previous post to review', ['k']],
      ['Approve it', ['a']],
      ['Choose it', ['x']],
      ['Edit it', ['e']],
    ],
  ],
  [
    'Canvas',
    [
      ['Add a step', ['/']],
      ['Connect it', ['l']],
      ['Add a note', ['n']],
      ['Arrange', ['t']],
      ['Undo', [command, 'Z']],
      ['Save', [command, 'S']],
      ['Copy', [command, 'C']],
      ['Paste', [command, 'V']],
      ['Duplicate', [command, 'D']],
    ],
  ],
]

export const ShortcutList = ({ onClose }: { onClose: () => void }) => {
  const goTo = usePlaces().map(({ label, key }): Shortcut => [label, ['g', key]])
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size={760}>
      <div className={classes.groups}>
        {[...groups, ['Go to', goTo] as const].map(([title, shortcuts]) => (
          <Box
            key={title}
            component="section"
            mb={20}
            style={{ breakInside: 'avoid' }}
            aria-label={title}
          >
            <Box className="fine strong" component="h3" m="0 0 4px">
              {title}
            </Box>
            <dl className="flush ruled">
              {shortcuts.map(([label, keys]) => (
                <div key={label} className={classes.row}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </Box>
        ))}
      </div>
    </Modal>
  )
}

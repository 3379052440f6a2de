import { Box, Button, Menu } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { findObstacle } from './build-prompt.ts'
import type { Offer } from './offer.ts'
import { Suggestion } from './suggestion.tsx'
import classes from './writing.module.css'

/** Helps with a text by a language model. A suggestion is written only if the user accepts it. */
export function WritingHelp({ text, offers }: { text: string; offers: readonly Offer[] }) {
  const root = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ id: string; count: number }>()
  const offer = offers.find(({ id }) => id === chosen?.id)
  const obstacle = findObstacle(text)
  const close = () => {
    setChosen(undefined)
    root.current?.querySelector('button')?.focus()
  }
  return (
    <div className="column stack" ref={root}>
      <Menu width={260} position="bottom-start">
        <Menu.Target>
          <Button
            className="start"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconSparkles size={14} aria-hidden />}
          >
            Writing help
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu ?? ''}>
          {obstacle !== undefined && <Menu.Label>{obstacle}</Menu.Label>}
          {offers.map(({ id, label }) => (
            <Menu.Item
              key={id}
              disabled={obstacle !== undefined}
              onClick={() => setChosen((before) => ({ id, count: (before?.count ?? 0) + 1 }))}
            >
              <Box
                component="span"
                display="block"
                style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}
                dir="auto"
              >
                {label}
              </Box>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {offer !== undefined && (
        <Suggestion key={chosen?.count} text={text} offer={offer} onClose={close} />
      )}
    </div>
  )
}

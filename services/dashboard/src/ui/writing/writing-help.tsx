import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { late } from '../../platform/load-page.ts'
import { LateMenu } from '../late-menu.tsx'
import type { Offer } from './offer.ts'

const WritingMenu = late(async () => (await import('./writing-menu.tsx')).WritingMenu)
const Suggestion = late(async () => (await import('./suggestion.tsx')).Suggestion)

/** Helps with a text by a language model. A suggestion is written only if the user accepts it. */
export function WritingHelp({ text, offers }: { text: string; offers: readonly Offer[] }) {
  const root = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ id: string; count: number }>()
  const offer = offers.find(({ id }) => id === chosen?.id)
  const close = () => {
    setChosen(undefined)
    root.current?.querySelector('button')?.focus()
  }
  return (
    <div className="column stack" ref={root}>
      <LateMenu
        target={
          <Button
            className="start"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconSparkles size={14} aria-hidden />}
          >
            Writing help
          </Button>
        }
        menu={(props) => (
          <WritingMenu
            {...props}
            text={text}
            offers={offers}
            onChoose={(id) => setChosen((before) => ({ id, count: (before?.count ?? 0) + 1 }))}
          />
        )}
      />
      <Suspense>
        {offer !== undefined && (
          <Suggestion key={chosen?.count} text={text} offer={offer} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

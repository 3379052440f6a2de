import { useState } from 'react'
import { WritingHelp } from '../../ui/writing/writing-help.tsx'
import { chooseText } from './content.ts'
import { type Texts, writingOffers } from './writing-offers.ts'

/**
 * Keeps the writing help of each text mounted, because a suggestion must stay when the user
 * switches to another channel's text.
 */
export function TextsHelp(texts: Texts) {
  const { draft, targets, active } = texts
  const [seen, setSeen] = useState<ReadonlySet<string | undefined>>(() => new Set([active?.id]))
  if (!seen.has(active?.id)) setSeen(new Set([...seen, active?.id]))
  return [undefined, ...targets]
    .filter((target) => seen.has(target?.id))
    .map((target) => (
      <div key={target?.id ?? ''} hidden={target?.id !== active?.id}>
        <WritingHelp
          text={target === undefined ? draft.body : chooseText(draft, target)}
          offers={writingOffers({ ...texts, active: target })}
        />
      </div>
    ))
}

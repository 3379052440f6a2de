import type { CardKind } from '@atrium/contracts'
import {
  type Icon,
  IconAddressBook,
  IconCalendarEvent,
  IconFileText,
  IconLifebuoy,
  IconLink,
  IconMessageQuestion,
  IconSend,
  IconSquareCheck,
  IconUserPlus,
} from '@tabler/icons-react'

const kinds: Readonly<Record<CardKind, readonly [label: string, icon: Icon]>> = {
  task: ['Task', IconSquareCheck],
  link: ['Link', IconLink],
  contact: ['Contact', IconAddressBook],
  post: ['Post', IconSend],
  calendar: ['Calendar', IconCalendarEvent],
  quote: ['Quote request', IconMessageQuestion],
  signup: ['Sign-up', IconUserPlus],
  support: ['Support', IconLifebuoy],
  digest: ['Digest', IconFileText],
}

export const kindLabel = (kind: CardKind): string => kinds[kind][0]

export function KindIcon({ kind, size = 16 }: { kind: CardKind; size?: number }) {
  const Glyph = kinds[kind][1]
  return <Glyph size={size} stroke={1.75} aria-label={kindLabel(kind)} role="img" />
}

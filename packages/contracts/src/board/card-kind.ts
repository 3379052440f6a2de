import { z } from 'zod'

export const cardKinds = [
  'task',
  'link',
  'contact',
  'post',
  'calendar',
  'quote',
  'signup',
  'support',
  'digest',
] as const
export const CardKind = z.enum(cardKinds)
export type CardKind = z.infer<typeof CardKind>

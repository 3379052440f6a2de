import { forumnet } from './forumnet/forumnet.ts'
import { imap } from './imap/imap.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { model } from './model/model.ts'
import { notebook } from './notebook/notebook.ts'
import { pagenet } from './pagenet/pagenet.ts'
import { photonet } from './photonet/photonet.ts'
import { pronet } from './pronet/pronet.ts'
import { shortpost } from './shortpost/shortpost.ts'
import { videonet } from './videonet/videonet.ts'

export const networks = [
  pagenet,
  shortpost,
  pronet,
  videonet,
  forumnet,
  photonet,
  mailbox,
  imap,
  notebook,
  model,
]

type Tables = (typeof networks)[number]['variables']
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

export const variablesOfNetworks: Together<Tables> = Object.assign(
  {},
  ...networks.map(({ variables }) => variables),
)

export { type ChannelOwner, findChannel, findChannels, listOwnChannels } from './channels.db.ts'

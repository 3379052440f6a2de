// The queries of channels that other features use.
export {
  findChannel,
  findChannels,
  forgetHomeless,
  forgetOrg,
  listOwnChannels,
  updateChannel,
} from './channels.db.ts'

// The queries of channels that other features use.
export {
  findChannel,
  findChannels,
  forgetHomeless,
  forgetMember,
  forgetOrg,
  listOwnChannels,
  updateChannel,
} from './channels.db.ts'

export {
  countChannels,
  findChannel,
  findChannels,
  forgetHomeless,
  forgetOrg,
  hasActiveChannel,
  listOwnChannels,
  updateChannel,
} from './channels.db.ts'

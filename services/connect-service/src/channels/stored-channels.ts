export {
  countChannels,
  findChannel,
  findChannels,
  forgetHomeless,
  forgetOrg,
  hasActiveChannel,
  listOwnChannels,
  lockChannel,
  updateChannel,
} from './channels.db.ts'

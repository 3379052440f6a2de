import * as contracts from '@atrium/contracts'

/** Every operation of this service; the isolation matrix of the tests walks over it. */
export const connectOperations = [
  contracts.startConnect,
  contracts.finishConnect,
  contracts.getPicker,
  contracts.settlePicker,
  contracts.connectManually,
  contracts.introspectChannel,
  contracts.startVideoUpload,
  contracts.getVideoUpload,
  contracts.sendVideoChunk,
  contracts.listChannels,
  contracts.updateChannel,
  contracts.forgetChannel,
] as const

// The door of the slice: the live stream and what it said of interfaces.
export {
  applyMessage,
  noteCommand,
  onLive,
  streamState,
  useLiveState,
  useIsLive,
  useLiveInterfaces,
  useLiveStream,
  usePollEvery,
} from './live.ts'
export { type LiveState, type LiveValue, overlay } from './liveValues.ts'

import type { Command, Interface } from '@steading/contract/devices/interfaces'
import { type LiveMessage, live } from '@steading/contract/devices/live'
import { MAX_INTERFACES } from '@steading/contract/devices/readings'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { api, data } from '../platform/api/api.ts'
import { createChangeInvalidator } from '../platform/api/changes.ts'
import { type LiveState, liveValues, overlay, withCommand, withReading } from './liveValues.ts'
import { offlineSince } from '../platform/session/online.ts'
import { pollEvery, queryClient } from '../platform/api/queries.ts'
import { session } from '../platform/session/session.ts'
import { store, useStore } from '../platform/store.ts'
import { carriesAll, type StreamState, liveStream } from '../platform/stream/stream.ts'
import { watchVisibility } from '../platform/stream/visibility.ts'

const calls = api(live)
const changes = createChangeInvalidator(queryClient, Math.random)
const listeners = new Set<(message: LiveMessage) => void>()

/** Whether values arrive as they are measured. */
export const streamState = store<StreamState>('off')

const stream = liveStream({
  open: (interfaceIds, signal) =>
    data(
      calls.stream(
        { query: { ...(interfaceIds.length > 0 && { interfaceIds: [...interfaceIds] }) } },
        { signal, background: true },
      ),
    ),
  onMessage: applyMessage,
  onState: streamState.set,
  onJoin: changes.invalidateAll,
  random: Math.random,
})
/** Interfaces that are watched; those beyond what one stream carries are polled. */
const watchedCount = store(0)
const values = liveValues(() => {
  const watched = values.watched()
  watchedCount.set(watched.length)
  stream.subscribe(watched.slice(0, MAX_INTERFACES))
})

/** Applies a message of a stream: values to what shows them, changes to the lists. */
export function applyMessage(message: LiveMessage): void {
  switch (message.type) {
    case 'reading':
      values.set(message.interfaceId, liveState => withReading(liveState, message))
      break
    case 'command':
      values.set(message.command.interfaceId, liveState => withCommand(liveState, message.command))
      changes.invalidate('command')
      break
    case 'batch':
    case 'event':
    case 'rule':
    case 'task':
    case 'terminal':
      changes.invalidate(message.type)
      break
    case 'hello':
    case 'ping':
      return
  }
  for (const listener of listeners) listener(message)
}

/** Tells the other tabs of this browser that this one is looked at; none where the browser has no channels. */
const attention = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('steading.attention')

/** Keeps the one stream of this tab open while somebody is signed in and looks at it. The shell calls it. */
export function useLiveStream(): void {
  useEffect(() => {
    const wish = () => stream.run(session.get() !== undefined && visibility.isSeen())
    const visibility = watchVisibility({
      isHidden: () => document.hidden,
      onChange: wish,
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows; a channel is of one origin by itself
      announce: () => attention?.postMessage('seen'),
    })
    attention?.addEventListener('message', visibility.yieldToOther)
    document.addEventListener('visibilitychange', visibility.update)
    wish()
    const ends = [
      session.subscribe(wish),
      offlineSince.subscribe(() => offlineSince.get() === undefined && stream.reconnectNow()),
      () => attention?.removeEventListener('message', visibility.yieldToOther),
      () => document.removeEventListener('visibilitychange', visibility.update),
      visibility.end,
      () => stream.run(false),
    ]
    return () => ends.forEach(end => end())
  }, [])
}

/** Hears each message but the stream's own hello and ping, until the answer is called. */
export function onLive(listener: (message: LiveMessage) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A command that this person has just sent: shown before the stream says so. */
export const noteCommand = (command: Command): void =>
  values.set(command.interfaceId, liveState => withCommand(liveState, command))

/** What the stream has said of these interfaces, and asks for them while the component is there. Keep the array the same. */
export function useLiveState(interfaceIds: readonly string[]): ReadonlyMap<string, LiveState> {
  const source = useMemo(() => heardOf(interfaceIds), [interfaceIds])
  return useSyncExternalStore(source.subscribe, source.get)
}

function heardOf(interfaceIds: readonly string[]) {
  const look = () =>
    new Map(
      interfaceIds.flatMap(id => {
        const liveState = values.get(id)
        return liveState ? [[id, liveState] as const] : []
      }),
    )
  let now: ReadonlyMap<string, LiveState> = look()
  return {
    get: () => now,
    subscribe: (listener: () => void) =>
      values.watch(interfaceIds, () => {
        now = look()
        listener()
      }),
  }
}

/** Interfaces as they are now: what the server answered, with whatever the stream has said since. */
export function useLiveInterfaces(interfaces: readonly Interface[]): readonly Interface[] {
  const key = interfaces.map(item => item.id).join(' ')
  const ids = useMemo(() => key.split(' ').filter(Boolean), [key])
  const liveState = useLiveState(ids)
  return useMemo(() => interfaces.map(item => overlay(item, liveState.get(item.id))), [interfaces, liveState])
}

/** Does the stream carry every value that is shown? */
export function useIsLive(): boolean {
  const state = useStore(streamState)
  return carriesAll(state, useStore(watchedCount))
}

/** How often values and lists are asked for: rarely while the stream tells all that changes, else every 60 s. */
export function usePollEvery(): number {
  return useIsLive() ? 5 * pollEvery : pollEvery
}
